module assay.example/judge

go 1.25

require (
	github.com/transparency-dev/tessera v1.0.4
	golang.org/x/mod v0.42.0
)
