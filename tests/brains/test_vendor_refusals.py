"""Each refusal as the vendors document it, by status or within a stream, is one line that says what to do."""

import json

import pytest

from brains import gemini_double, messages_double, responses_double
from brains.double import Refusal
from brains.test_vendors import failure


def openai(status, message, code=None, kind="invalid_request_error"):
    error = {"message": message, "type": kind, "param": None, "code": code}
    return responses_double, Refusal(status, json.dumps({"error": error}).encode())


def anthropic(status, kind, message):
    error = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}
    return messages_double, Refusal(status, json.dumps(error).encode())


def gemini(status, word, message):
    error = {"error": {"code": status, "message": message, "status": word}}
    return gemini_double, Refusal(status, json.dumps(error).encode())


REFUSED_KEY = "refused the key"
QUOTA = "has had too many requests, or the quota is used up"
TOO_LONG = "the talk is too long for"
NO_MODEL = "has no model"
HELD_BACK = "held back the answer"
OVERLOADED = "is overloaded"
CUT_SHORT = "reached its limit of tokens"
BY_STATUS = [
    (openai(401, "Incorrect API key provided: sk-secret.", "invalid_api_key"), REFUSED_KEY),
    (openai(403, "Country, region, or territory not supported", "unsupported_country"), "territory not supp"),
    (openai(404, "The model `gpt-5.2` does not exist", "model_not_found"), NO_MODEL),
    (openai(429, "Rate limit reached for gpt-5.2", "rate_limit_exceeded", "tokens"), QUOTA),
    (openai(429, "You exceeded your current quota", "insufficient_quota", "insufficient_quota"), QUOTA),
    (
        openai(400, "Your input exceeds the context window of this model.", "context_length_exceeded"),
        TOO_LONG,
    ),
    (openai(400, "Invalid prompt: flagged by our usage policy", "invalid_prompt"), HELD_BACK),
    (openai(400, "Unknown parameter: 'x'.", "unknown_parameter"), "refused the request (400): Unknown"),
    (openai(500, "The server had an error", None, "server_error"), "failed (500): The server had an error"),
    (openai(503, "The engine is currently overloaded, please try again later", None), OVERLOADED),
    ((responses_double, Refusal(502, b"<html>bad gateway</html>")), "failed (502): no reason given"),
    ((responses_double, Refusal(302, b"")), "refused the request (302)"),
    (anthropic(401, "authentication_error", "invalid x-api-key"), REFUSED_KEY),
    (anthropic(402, "billing_error", "Your billing is past due"), QUOTA),
    (anthropic(403, "permission_error", "Your key may not use this model"), "may not use this model"),
    (anthropic(404, "not_found_error", "model: claude-sonnet-5-5"), NO_MODEL),
    (anthropic(413, "request_too_large", "Request exceeds the maximum size"), TOO_LONG),
    (anthropic(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"), TOO_LONG),
    (anthropic(400, "invalid_request_error", "Your credit balance is too low"), QUOTA),
    (anthropic(429, "rate_limit_error", "This request would exceed your rate limit"), QUOTA),
    (anthropic(500, "api_error", "Internal server error"), "failed (500): Internal server error"),
    (anthropic(529, "overloaded_error", "Overloaded"), OVERLOADED),
    ((messages_double, Refusal(502, b"<html>bad gateway</html>")), "failed (502): no reason given"),
    (gemini(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."), REFUSED_KEY),
    (gemini(403, "PERMISSION_DENIED", "Your project has been denied access."), REFUSED_KEY),
    (gemini(404, "NOT_FOUND", "models/gemini-9 is not found for API version v1beta"), NO_MODEL),
    (gemini(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."), QUOTA),
    (
        gemini(400, "INVALID_ARGUMENT", "The input token count exceeds the maximum number of tokens allowed"),
        TOO_LONG,
    ),
    (gemini(400, "FAILED_PRECONDITION", "User location is not supported for the API use."), "User location"),
    (gemini(500, "INTERNAL", "An internal error has occurred."), "failed (500): An internal error"),
    (gemini(503, "UNAVAILABLE", "The model is overloaded. Please try again later."), OVERLOADED),
    ((gemini_double, Refusal(502, b"<html>bad gateway</html>")), "failed (502)"),
]


def incomplete(reason):
    over = responses_double.response("incomplete", incomplete_details={"reason": reason})
    return [*responses_double.begins(), responses_double.event("response.incomplete", response=over)]


def failed(code, message):
    over = responses_double.response("failed", error={"code": code, "message": message})
    return [*responses_double.begins(), responses_double.event("response.failed", response=over)]


def error_event(kind, message):
    event = messages_double.event("error", error={"type": kind, "message": message})
    return [*messages_double.begins(), event]


def stopped(why):
    return [*messages_double.begins(), *messages_double.ends(why)]


WITHIN = [
    (responses_double, incomplete("max_output_tokens"), CUT_SHORT),
    (responses_double, incomplete("content_filter"), HELD_BACK),
    (responses_double, failed("server_error", "The model failed."), "failed: The model failed."),
    (responses_double, failed("rate_limit_exceeded", "Rate limit reached"), QUOTA),
    (responses_double, failed("invalid_prompt", "Flagged."), HELD_BACK),
    (
        responses_double,
        [responses_double.event("error", code="server_error", message="It broke.", param=None)],
        "failed: It broke.",
    ),
    (
        responses_double,
        [responses_double.event("error", error={"code": "slow_down", "message": "Slow down."})],
        OVERLOADED,
    ),
    (messages_double, error_event("overloaded_error", "Overloaded"), OVERLOADED),
    (messages_double, error_event("api_error", "Internal server error"), "failed: Internal server error"),
    (messages_double, stopped("max_tokens"), CUT_SHORT),
    (messages_double, stopped("refusal"), HELD_BACK),
    (messages_double, stopped("model_context_window_exceeded"), TOO_LONG),
    (gemini_double, gemini_double.ends("MAX_TOKENS"), CUT_SHORT),
    (gemini_double, gemini_double.ends("CONTINUATION"), CUT_SHORT),
    (gemini_double, gemini_double.ends("SAFETY"), HELD_BACK),
    (gemini_double, gemini_double.ends("MALFORMED_FUNCTION_CALL"), "failed: MALFORMED_FUNCTION_CALL"),
    (gemini_double, [gemini_double.event(promptFeedback={"blockReason": "SAFETY"})], HELD_BACK),
    (
        gemini_double,
        [
            gemini_double.event(
                error={"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}
            )
        ],
        OVERLOADED,
    ),
]


@pytest.mark.parametrize(("asked", "line"), BY_STATUS)
async def test_a_refusal_by_status_is_one_line(asked, line):
    wire, script = asked
    assert line in await failure(wire, script)


@pytest.mark.parametrize(("wire", "script", "line"), WITHIN)
async def test_a_refusal_within_the_stream_is_one_line(wire, script, line):
    assert line in await failure(wire, script)
