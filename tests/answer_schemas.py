"""The schemas of the verbs' answers, as they are shipped."""

import functools
import json

from jsonschema import Draft202012Validator

from explorer.resources import resource


@functools.cache
def schema_of(verb: str) -> Draft202012Validator:
    """What holds an answer of this verb to the schema that is shipped with it."""
    text = resource("schemas", f"{verb.replace(' ', '-')}.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text))
