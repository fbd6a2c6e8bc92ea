"""A tool's JSON Schema as a family of services takes it. Pure.

Rule 1: one schema that a service refuses makes it refuse the whole request, with all other tools. So what is in doubt is left
away: the arguments are checked against the whole schema when the tool is called (`tools/json_schema.py`), and what was
written in another way is put back first (`tools/restoring.py`).
Rule 2: at the top there is an object, without a union: of alternatives it has all members, and needs what each needs.
Rule 3: a definition within itself is written out once more; there, and deeper than `LEVELS`, and behind `NODES` schemas, stands
an object (or what else it is) without more.
Rule 4: simplified twice is simplified once.

Sources: unions at the top are refused (langchainjs#9804, langchain#39271), and names of members (decocms/studio#6874); what
`parameters` refuses: opencode#43495, kilocode#11955, livekit/agents#7302.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final
from urllib.parse import unquote

LEVELS: Final = 24
NODES: Final = 1_000
REPEATS: Final = 2
"""How often a definition stands within itself."""
ALIASES: Final = 16
"""References that lead to a reference."""
LONGEST_NAME: Final = 64
_NO_NAME: Final = re.compile(r"[^a-zA-Z0-9_.-]")

_LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED: Final = ("properties", "patternProperties", "dependentSchemas")
_SINGLE: Final = ("items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames")
_ELSEWHERE: Final = ("$schema", "$defs", "definitions", "$id", "$anchor", "$comment")
_NOT_AT_THE_TOP: Final = ("$schema", "anyOf", "oneOf", "allOf", "enum", "const", "not")
_TYPES: Final = ("string", "number", "integer", "boolean", "array", "object", "null")
_LIMITS: Final[Mapping[str, tuple[str, ...]]] = {
    "string": ("minLength", "maxLength"),
    "number": ("minimum", "maximum"),
    "integer": ("minimum", "maximum"),
    "array": ("minItems", "maxItems"),
}
OPENAPI_KEYS: Final = frozenset(
    "type description nullable enum format items properties required anyOf".split()
) | frozenset(key for keys in _LIMITS.values() for key in keys)
"""What a schema in the form `OPENAPI` may have."""

Schema = Mapping[str, Any]


class SchemaForm(Enum):
    """How a family of services takes schemas."""

    AS_IS = "as it is"
    """JSON Schema: what the two large services of text take."""
    INLINED = "without references"
    """JSON Schema with each `$ref` written out: servers of Chat Completions (many pass over what they do not know), and
    `parametersJsonSchema`."""
    OPENAPI = "openapi"
    """`parameters` of a function declaration: `OPENAPI_KEYS` and no others, types in upper case, one type each, enums of texts; null is
    `nullable`; a union stands alone."""


def simplify_schema(schema: Schema, form: SchemaForm) -> dict[str, Any]:
    """The schema of a tool's arguments in that form."""
    if form is not SchemaForm.AS_IS:
        schema = _Inliner(schema).inline(schema)
    found = _fill_in(_an_object(schema))
    told = {own: name for name, own in told_names(schema).items()}
    found["properties"] = {told[own]: one for own, one in found["properties"].items()}
    if "required" in found:
        found["required"] = [told[own] for own in found["required"]]
    lost = form is SchemaForm.AS_IS and any(_target(found, ref) is None for ref in _references(found))
    if lost:  # a reference that leads nowhere is refused
        return simplify_schema(schema, SchemaForm.INLINED)
    return _OpenApi().schema(found) if form is SchemaForm.OPENAPI else found


def told_names(schema: Schema) -> dict[str, str]:
    """What members of the top are called for a model → what they are called: a name with brackets or spaces, or a long one, is
    refused."""
    owns = _an_object(schema)["properties"]
    found: dict[str, str] = {}
    for own in owns:
        name = fit = _NO_NAME.sub("_", own)[:LONGEST_NAME] or "_"
        number = 2
        while name in found or (name != own and name in owns):
            name, number = f"{fit[: LONGEST_NAME - 5]}_{number}", number + 1
        found[name] = own
    return found


def resolve_reference(root: Schema, node: Any) -> Any:
    """A schema with what its `$ref` says, and what stands beside that. One that leads nowhere says nothing."""
    for _ in range(ALIASES):
        if not isinstance(node, Mapping) or not isinstance(node.get("$ref"), str):
            return node
        beside = {key: value for key, value in node.items() if key != "$ref"}
        target = _target(root, node["$ref"])
        node = {**target, **beside} if isinstance(target, Mapping) else beside
    return {}


def text_of(value: Any) -> str:
    """A value of an enum as text: 2 is "2", true is "true"."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def types_of(schema: Schema) -> tuple[str, ...]:
    """The types that are said, in lower case."""
    said = schema.get("type")
    listed = said if isinstance(said, list | tuple) else [said]
    return tuple(kind.lower() for kind in listed if isinstance(kind, str) and kind.lower() in _TYPES)


def list_members(schema: Schema, key: str) -> list[Any]:
    """A keyword's list; none where something else stands."""
    found = schema.get(key)
    return list(found) if isinstance(found, list | tuple) else []


def map_members(schema: Schema, key: str) -> dict[str, Any]:
    """A keyword's object, by text; an empty one where something else stands."""
    found = schema.get(key)
    return {str(name): one for name, one in found.items()} if isinstance(found, Mapping) else {}


def _references(schema: Schema) -> Iterator[str]:
    left: list[Any] = [schema]
    while left:
        node = left.pop()
        if isinstance(node, Mapping):
            left += node.values()
            if isinstance(node.get("$ref"), str):
                yield node["$ref"]
        elif isinstance(node, list):
            left += node


def _target(root: Schema, ref: str) -> Any:
    if not ref.startswith("#"):
        return None
    node: Any = root
    for part in unquote(ref[1:]).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping) and key in node:
            node = node[key]
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return None
    return node


def _with_children(node: Schema, each: Callable[[Any], Any]) -> dict[str, Any]:
    """The same schema, of which the schemas within it are others."""
    found = dict(node)
    for key, value in node.items():
        if key in _NAMED and isinstance(value, Mapping):
            found[key] = {name: each(one) for name, one in value.items()}
        elif key in (*_LISTED, *_SINGLE) and isinstance(value, list):
            found[key] = [each(one) for one in value]
        elif key in _SINGLE and isinstance(value, Mapping):
            found[key] = each(value)
    return found


def _bare(node: Schema) -> dict[str, Any]:
    """What is left of a schema where no more is written."""
    said = node.get("description")
    kinds = types_of(node)
    kind = kinds[0] if len(kinds) == 1 else "object"
    return {"type": kind} | ({"description": said} if isinstance(said, str) else {})


class _Inliner:
    """Writes the references of one schema out."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._left = NODES

    def inline(self, node: Any, inside: tuple[str, ...] = ("#",), level: int = 0) -> Any:
        if not isinstance(node, Mapping):
            return node
        self._left -= 1
        ref = node.get("$ref")
        if isinstance(ref, str):
            beside = {key: value for key, value in node.items() if key != "$ref"}
            target = _target(self._root, ref)
            if not isinstance(target, Mapping):
                return self.inline(beside, inside, level + 1)
            if inside.count(ref) >= REPEATS:
                return _bare({**target, **beside})
            return self.inline({**target, **beside}, (*inside, ref), level + 1)
        if self._left < 0 or level > LEVELS:
            return _bare(node)
        plain = {key: value for key, value in node.items() if key not in _ELSEWHERE}
        return _with_children(plain, lambda one: self.inline(one, inside, level + 1))


def _an_object(schema: Schema) -> dict[str, Any]:
    """The schema at the top (rule 2)."""
    top = resolve_reference(schema, schema)
    members = dict(map_members(top, "properties"))
    needed = set(_required(top))
    for key in _LISTED[:3]:
        options = [
            resolve_reference(schema, one) for one in list_members(top, key) if isinstance(one, Mapping)
        ]
        for one in options:
            members = {**map_members(one, "properties"), **members}
        needs = [set(_required(one)) for one in options]
        if needs:
            needed |= set.union(*needs) if key == "allOf" else set.intersection(*needs)
    found = {key: value for key, value in top.items() if key not in _NOT_AT_THE_TOP}
    found |= {"type": "object", "properties": members}
    found.pop("required", None)
    if required := [name for name in members if name in needed]:
        found["required"] = required
    return found


def _required(schema: Schema) -> list[str]:
    return [name for name in list_members(schema, "required") if isinstance(name, str)]


def _fill_in(node: Any, level: int = 0) -> Any:
    """Each array says that it has items: one that does not is refused."""
    if not isinstance(node, Mapping) or level > 2 * LEVELS:
        return node
    found = _with_children(node, lambda one: _fill_in(one, level + 1))
    if "array" in types_of(node) and not {"items", "prefixItems"} & set(node):
        found["items"] = {}
    return found


class _OpenApi:
    """Writes one schema that has no references in the form `OPENAPI`."""

    def __init__(self) -> None:
        self._left = NODES

    def schema(self, node: Any) -> dict[str, Any]:
        if not isinstance(node, Mapping):
            return {"type": "STRING"}  # anything: one type has to be said
        self._left -= 1
        if self._left < 0:
            return self._plain(_bare(node), nullable=False)
        node = _join(node)
        alternatives = list(_alternatives(node))
        nullable = node.get("nullable") is True or any(_is_null(one) for one in alternatives)
        others = [one for one in alternatives if not _is_null(one)]
        if len(others) != 1:
            return self._union(others, nullable=nullable)
        if _unites(others[0]):
            return self.schema({**others[0], **({"nullable": True} if nullable else {})})
        return self._plain(others[0], nullable=nullable)

    def _union(self, options: Sequence[Schema], *, nullable: bool) -> dict[str, Any]:
        found: list[dict[str, Any]] = []
        for one in (self.schema(option) for option in options):
            found += one.get("anyOf", [one])
        nullable = nullable or any(one.get("nullable") for one in found)
        if found and all("enum" in one for one in found):
            texts = [text for one in found for text in one["enum"]]
            found = [{**found[0], "enum": list(dict.fromkeys(texts))}]
        same = {json.dumps(one, sort_keys=True): one for one in (_null(one, may=nullable) for one in found)}
        found = list(same.values()) or [{"type": "STRING", "nullable": True}]
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _plain(self, node: Schema, *, nullable: bool) -> dict[str, Any]:
        kind = _kind(node)
        said = node.get("description")
        about = {"description": said} if isinstance(said, str) and said else {}
        if choices := _choices(node):
            nullable = nullable or None in choices
            texts = [text_of(one) for one in choices if one is not None]
            listed = list(dict.fromkeys(text for text in texts if text))
            found: dict[str, Any] = {"type": "STRING", **about} | ({"enum": listed} if listed else {})
            return _null(found, may=nullable)
        found = {"type": kind.upper(), **about}
        if kind == "string" and node.get("format") == "date-time":
            found["format"] = "date-time"
        limits = {key: node.get(key) for key in _LIMITS.get(kind, ())}
        found |= {key: limit for key, limit in limits.items() if type(limit) in (int, float)}
        if kind == "array":
            found["items"] = self.schema(_item(node))
        if kind == "object":
            found |= self._object(node)
        return _null(found, may=nullable)

    def _object(self, node: Schema) -> dict[str, Any]:
        members = {
            name: self.schema(one)
            for name, one in map_members(node, "properties").items()
            if one is not False
        }
        required = [name for name in dict.fromkeys(_required(node)) if name in members]
        return ({"properties": members} if members else {}) | ({"required": required} if required else {})


def _null(schema: dict[str, Any], *, may: bool) -> dict[str, Any]:
    return {**schema, "nullable": True} if may else schema


def _join(node: Schema) -> Schema:
    """What is said by all of several schemas, as one."""
    if not isinstance(node.get("allOf"), list):
        return node
    found: dict[str, Any] = {}
    for one in (*(_join(one) for one in node["allOf"] if isinstance(one, Mapping)), node):
        members = {**map_members(found, "properties"), **map_members(one, "properties")}
        required = list(dict.fromkeys([*_required(found), *_required(one)]))
        found |= one
        found |= ({"properties": members} if members else {}) | ({"required": required} if required else {})
    del found["allOf"]
    return found


def _unites(node: Schema) -> bool:
    """Whether a schema is several."""
    listed = any(isinstance(node.get(key), list) and node[key] for key in _LISTED[:3])
    return listed or (isinstance(node.get("type"), list) and bool(types_of(node)))


def _alternatives(node: Schema) -> Iterator[Schema]:
    """The schemas of which one counts, each with what stands beside them."""
    for key in ("anyOf", "oneOf"):
        if isinstance(node.get(key), list) and node[key]:
            beside = {one: value for one, value in node.items() if one not in (key, "nullable")}
            options = [one if isinstance(one, Mapping) else {} for one in node[key]]
            if all(set(one) <= {"required"} for one in options):  # which members are needed together
                options = [{}]
            yield from (_join({"allOf": [beside, one]}) for one in options)
            return
    if isinstance(node.get("type"), list) and (kinds := types_of(node)):
        choices = _choices(node)
        for kind in kinds:
            if not choices or kind == "null":
                yield {**node, "type": kind} if kind != "null" else {"type": "null"}
        if choices:
            yield {key: value for key, value in node.items() if key != "type"}
        return
    yield node


def _is_null(node: Schema) -> bool:
    choices = _choices(node)
    return types_of(node) == ("null",) or (bool(choices) and all(one is None for one in choices))


def _choices(node: Schema) -> list[Any]:
    listed = node.get("enum")
    if isinstance(listed, list | tuple) and listed:
        return list(listed)
    return [node["const"]] if "const" in node else []


def _kind(node: Schema) -> str:
    """The one type of a schema; where none is said, what it speaks of."""
    kinds = [kind for kind in types_of(node) if kind != "null"]
    if kinds:
        return kinds[0]
    if "properties" in node or "additionalProperties" in node or "required" in node:
        return "object"
    return "array" if "items" in node or "prefixItems" in node else "string"


def _item(node: Schema) -> Any:
    """What an array holds; of a row of different ones, any of them."""
    items = node.get("items")
    row = items if isinstance(items, list) else node.get("prefixItems")
    return {"anyOf": row} if isinstance(row, list) and row else items
