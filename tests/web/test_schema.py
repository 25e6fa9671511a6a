"""The API keeps what its schema says, whatever is sent to it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks

from stockrail.web.app import make_app
from stockrail.web.settings import Settings

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    app = make_app(
        Settings(data=tmp_path_factory.mktemp("schema"), requests_a_minute=10**6, tables_a_minute=10**6, warm=False)
    )
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_no_request_breaks_the_server_or_the_schema(schema: Any, data: Any) -> None:
    operations = [found.ok() for found in schema.get_all_operations()]
    operation = data.draw(st.sampled_from(operations))
    case = data.draw(operation.as_strategy())
    case.validate_response(case.call(), checks=CHECKS)
