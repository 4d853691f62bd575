"""Hooks of schemathesis for the calendar: permitted refusals of valid requests, and the IDs and slugs of existing records.

A request that is valid according to the document may get 400 only if a parameter depends on other records, on other parameters or on the user.
A schema cannot express that. Every other refusal of a valid request is a finding.
"""
import os
import random
import re
import zlib

import requests
import schemathesis
from schemathesis.checks import CHECKS
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi import checks

# Parameters whose validity depends on more than their schema, with the reason.
DEPENDENT = {
    'author': 'the users that there are',
    'categories': 'the terms that there are, and how many may be named',
    'tags': 'the terms that there are, and how many may be named',
    'venue': 'the venues that there are and may be read; data are judged as those of a new venue',
    'organizer': 'the organizers that there are and may be read; data are judged as those of a new organizer',
    'image': 'the images that there are, and the right to upload',
    'translation_of': 'the records that there are in another language, and may be edited',
    'parent': 'the terms that there are, and which is below which',
    'post_parent': 'the events that there are and may be read, and which is below which',
    'post': 'the events that there are and may be read',
    'event': 'the events that there are and may be read',
    'include': 'the terms that there are',
    'exclude': 'the terms that there are',
    'end_date': 'the start, sent or stored, which it must not precede',
    'geoloc_lat': 'geoloc_lng, which goes with it',
    'geoloc_lng': 'geoloc_lat, which goes with it',
    'sort': 'a point, which a distance is from, words, which a relevance is to, and the other names: none is said in both directions, and distance stands first',
    'q': 'how many words it has',
    'bbox': 'its own members: the second and the last are latitudes, the south first',
    'cost_max': 'cost_min, which it must not be below',
}
# Only users with edit rights may request unpublished records.
ANONYMOUS = {'status': 'who asks'}
# Error codes for existing names and slugs of terms, and for linked records that cannot be created.
DUPLICATES = {'term_exists', 'duplicate_term_slug'}
LINKED = {'could-not-create-venue', 'could-not-create-organizer'}

# Refusals by headers that depend on the state of the record or on an earlier use of the key.
CONDITIONAL = {
    'If-Match': (412, 'rest_precondition_failed'),
    'Idempotency-Key': (422, 'rest_idempotency_key_reused'),
}

IS_ANONYMOUS = os.environ.get('SCHEMATHESIS_AS') == 'anonymous'
KINDS = ('events', 'venues', 'organizers', 'categories', 'tags')


def is_dependent(operation, body):
    code = body.get('code')
    if code in DUPLICATES:
        return True
    if code in LINKED:
        return '/events' in operation.path
    params = body.get('data', {}).get('params')
    allowed = {**DEPENDENT, **(ANONYMOUS if IS_ANONYMOUS else {})}
    # On `/venues`, `venue` is the name, which does not depend on other records.
    own = {'/venues': {'venue'}, '/organizers': {'organizer'}}
    never = next((names for path, names in own.items() if operation.path.startswith(path)), set())
    return code == 'rest_invalid_param' and isinstance(params, dict) and all(name in allowed and name not in never for name in params)


def is_conditional(case, status, body):
    sent = case.headers or {}
    return any(name in sent and (status, body.get('code')) == outcome for name, outcome in CONDITIONAL.items())


def body_of(response):
    try:
        body = response.json()
    except ValueError:
        body = {}
    return body if isinstance(body, dict) else {}


def media_type(case):
    return (case.media_type or '').split(';')[0]


def is_broken_multipart(case, body):
    """Checks if a part name has quotes or control characters. schemathesis does not escape them in the part header."""
    if body.get('code') != 'rest_undecodable_body' or media_type(case) != 'multipart/form-data' or not isinstance(case.body, dict):
        return False
    return any(not str(name).isprintable() or '"' in str(name) for name in case.body)


def is_long_joined_cost(case, body):
    """Checks if a form joins a list to a text that is longer than a cost may be."""
    params = body.get('data', {}).get('params')
    if not isinstance(params, dict) or 'cost' not in params or not isinstance(case.body, dict) or media_type(case) == 'application/json':
        return False
    cost = case.body.get('cost')
    others = {**DEPENDENT, **(ANONYMOUS if IS_ANONYMOUS else {}), 'cost': None}
    return isinstance(cost, list) and len(','.join(map(str, cost))) > 1000 and all(name in others for name in params)


# The functions below replace these checks.
acceptance = checks.positive_data_acceptance
rejection = checks.negative_data_rejection
CHECKS.unregister('positive_data_acceptance')
CHECKS.unregister('negative_data_rejection')


@schemathesis.check
def negative_data_rejection(ctx, response, case):
    # The URL or the headers may be too long, in addition to other errors.
    if response.status_code in (414, 431):
        return None
    return rejection(ctx, response, case)


@schemathesis.check
def positive_data_acceptance(ctx, response, case):
    # A trashed record gets 410, like 404 for an unknown one.
    if response.status_code == 410:
        return None
    if response.status_code == 400 and is_dependent(case.operation, body_of(response)):
        return None
    if is_conditional(case, response.status_code, body_of(response)):
        return None
    if response.status_code == 400 and (is_broken_multipart(case, body_of(response)) or is_long_joined_cost(case, body_of(response))):
        return None
    return acceptance(ctx, response, case)


class Records:
    """The IDs and slugs of existing records, by content type."""

    def __init__(self):
        self.known = {}

    def of(self, base, kind):
        if (base, kind) not in self.known:
            window = {'start_date': '2000-01-01', 'end_date': '2100-01-01'} if kind == 'events' else {}
            answer = requests.get(f'{base}/{kind}', {'per_page': 50, 'hide_empty': 'false', **window}, timeout=30).json()
            self.known[base, kind] = [(one['id'], one.get('slug')) for one in answer.get(kind, [])]
        return self.known[base, kind]

    def note(self, base, kind, record):
        if isinstance(record, dict) and isinstance(record.get('id'), int):
            self.of(base, kind).append((record['id'], record.get('slug')))


records = Records()
NAMED = re.compile(rf'^/({"|".join(KINDS)})/')
CREATES = re.compile(rf'^/({"|".join(KINDS)})$')


def is_positive(case, location):
    part = case.meta.components.get(location) if case.meta else None
    return part is not None and part.mode.is_positive


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Directs most requests to existing records, without conditional headers. Half of the bodies lose parameters that depend on other records."""
    if case.meta is None or case.meta.phase.name == TestPhase.STATEFUL:
        return
    chance = random.Random(zlib.crc32(repr((case.operation.label, case.path_parameters, case.query, case.body)).encode('utf-8', 'replace')))
    base = (case.operation.base_url or '').rstrip('/')
    named = NAMED.match(case.operation.path)
    if named and is_positive(case, ParameterLocation.PATH) and chance.random() < 0.75:
        found = records.of(base, named[1])
        if found:
            id_, slug = chance.choice(found[-20:])
            if 'id' in case.path_parameters:
                case.path_parameters['id'] = id_
            elif slug and '/' not in slug:
                case.path_parameters['slug'] = slug
    if isinstance(case.body, dict) and is_positive(case, ParameterLocation.BODY) and chance.random() < 0.5:
        own = {'/venues': 'venue', '/organizers': 'organizer'}
        keep = next((name for path, name in own.items() if case.operation.path.startswith(path)), None)
        body = {name: value for name, value in case.body.items() if name not in DEPENDENT or name in (keep, 'end_date')}
        if 'start_date' in body and 'end_date' in body:
            body['end_date'] = body['start_date']
        case.body = body
    # Most requests drop the conditional headers, so that other parts are tested.
    if is_positive(case, ParameterLocation.HEADER) and chance.random() < 0.75:
        for name in CONDITIONAL:
            (case.headers or {}).pop(name, None)


@schemathesis.hook
def after_call(ctx, case, response):
    created = CREATES.match(case.operation.path)
    if created and response.status_code == 201:
        records.note((case.operation.base_url or '').rstrip('/'), created[1], response.json())
