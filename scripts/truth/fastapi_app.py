"""The request models of the service as a FastAPI application, to compare our validator with.

Run: python fastapi_app.py; it listens on a free port of 127.0.0.1 and prints the port in a line.
Every route answers with the body as pydantic read it.
"""

import socket
from enum import Enum
from typing import Annotated, Any, Literal, Optional

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, Field

PLAIN = r"^[^\u0000-\u001f\u007f]*$"
Name = Annotated[str, Field(min_length=1, max_length=214, pattern=PLAIN)]
Symbol = Annotated[str, Field(min_length=1, max_length=512, pattern=PLAIN)]
Version = Annotated[str, Field(min_length=1, max_length=128, pattern=PLAIN)]
# FastAPI cannot write an infinite number into its own answer, so none is let in.
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class Ecosystem(str, Enum):
    pypi = "pypi"
    npm = "npm"


class PackageExistsRequest(BaseModel):
    ecosystem: Ecosystem
    name: Name


class SymbolExistsRequest(BaseModel):
    ecosystem: Ecosystem
    package: Name
    symbol: Symbol
    version: Optional[Version] = None


class DiffRequest(BaseModel):
    ecosystem: Ecosystem
    package: Name
    from_version: Version
    to_version: Version


class ResearchRequest(BaseModel):
    query: Annotated[str, Field(min_length=1, max_length=2000)]
    context: Optional[Annotated[str, Field(max_length=4000)]] = None


class VerifyRequest(BaseModel):
    job: dict[str, Any]
    spec: Optional[dict[str, Any]] = None


class ReceiptRequest(BaseModel):
    attestation: dict[str, Any]
    signature: Annotated[str, Field(min_length=1)]


class WatchtowerRequest(BaseModel):
    service: Annotated[str, Field(min_length=1, max_length=200)]


class SpendCheckRequest(BaseModel):
    payTo: Annotated[str, Field(min_length=1, max_length=300)]
    amount_usd: Optional[Positive] = None


class RubricItem(BaseModel):
    criterion: Annotated[str, Field(min_length=1, max_length=1000)]
    weight: Optional[Positive] = None


class JudgeRequest(BaseModel):
    output: Annotated[str, Field(max_length=50000)]
    rubric: Annotated[list[RubricItem], Field(min_length=1, max_length=20)]
    context: Optional[Annotated[str, Field(max_length=20000)]] = None


class KindsRequest(BaseModel):
    """What no request of the service uses, but the validator knows."""

    literal: Literal["5", "20", "100"]
    integer: Optional[int] = None
    above: Optional[Annotated[int, Field(gt=2)]] = None
    boolean: Optional[bool] = None
    words: Optional[Annotated[list[str], Field(min_length=2, max_length=3)]] = None


app = FastAPI(title="Requests")


@app.post("/package")
def package(body: PackageExistsRequest) -> PackageExistsRequest:
    return body


@app.post("/symbol")
def symbol(body: SymbolExistsRequest) -> SymbolExistsRequest:
    return body


@app.post("/diff")
def diff(body: DiffRequest) -> DiffRequest:
    return body


@app.post("/research")
def research(body: ResearchRequest) -> ResearchRequest:
    return body


@app.post("/verify")
def verify(body: VerifyRequest) -> VerifyRequest:
    return body


@app.post("/receipt")
def receipt(body: ReceiptRequest) -> ReceiptRequest:
    return body


@app.post("/watchtower")
def watchtower(body: WatchtowerRequest) -> WatchtowerRequest:
    return body


@app.post("/spend")
def spend(body: SpendCheckRequest) -> SpendCheckRequest:
    return body


@app.post("/judge")
def judge(body: JudgeRequest) -> JudgeRequest:
    return body


@app.post("/kinds")
def kinds(body: KindsRequest) -> KindsRequest:
    return body


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(app, log_level="critical", lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])
