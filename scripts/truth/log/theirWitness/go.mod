module assay.example/witness

go 1.26.0

require (
	github.com/transparency-dev/formats v0.1.1-0.20260505144013-1e3a4ad78464
	github.com/transparency-dev/witness v0.0.0-20260617164027-9332986a94a4
	golang.org/x/mod v0.42.0
)
