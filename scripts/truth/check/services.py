# What the clients and resources of an installed boto3 have: one line of JSON for each service.
import json
import logging

import boto3
from botocore import xform_name

logging.disable(logging.CRITICAL)
session = boto3.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="us-east-1")


def names(of):
    return sorted(name for name in dir(of) if not name.startswith("_"))


for service in session.get_available_services():
    client = session.client(service, endpoint_url="https://localhost")
    mapping = client.meta.method_to_api_mapping
    keywords = {}
    for method, operation in mapping.items():
        shape = client.meta.service_model.operation_model(operation).input_shape
        keywords[method] = [] if shape is None else sorted(shape.members)
    row = {
        "service": service,
        "names": names(client),
        "keywords": keywords,
        "pages": sorted(name for name in mapping if client.can_paginate(name)),
        "waiters": sorted(client.waiter_names),
        "errors": [name for name in sorted(vars(client.exceptions).get("_code_to_exception", {}) and {e.__name__ for e in client.exceptions._code_to_exception.values()})],
    }
    print(json.dumps(row))
for service in session.get_available_resources():
    resource = session.resource(service, endpoint_url="https://localhost")
    found = {"ServiceResource": names(type(resource))}
    for sub in resource.meta.resource_model.subresources:
        kind = sub.resource.model
        cls = type(getattr(resource, sub.name)(*["x"] * len([i for i in sub.resource.identifiers])))
        found[kind.name] = sorted(n for n in names(cls) if callable(getattr(cls, n, None)))
    print(json.dumps({"resource": service, "classes": found}))
