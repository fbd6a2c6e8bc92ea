"""A plugin: a class that says which actions it has, and does them."""


class Lamps:
    def __init__(self):
        self.lit = set()

    def get_prompt_instructions(self):
        room = {"room": {"type": "string", "description": "Which room.", "enum": ["kitchen", "hall"]}}
        return {
            "lamp_on": {"description": "Turn the lamp of a room on.", "payload": room},
            "lamp_off": {"description": "Turn the lamp of a room off.", "payload": room},
            "lamps_lit": {"description": "Which lamps are on.", "payload": {}, "effects": False},
        }

    def run_action(self, action):
        room = action["payload"].get("room")
        if action["type"] == "lamps_lit":
            return sorted(self.lit)
        (self.lit.add if action["type"] == "lamp_on" else self.lit.discard)(room)
        return f"the lamp of the {room} is {action['type'].removeprefix('lamp_')}"
