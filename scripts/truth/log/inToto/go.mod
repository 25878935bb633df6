module assay.example/intoto

go 1.24

require (
	github.com/in-toto/attestation v1.1.2
	github.com/secure-systems-lab/go-securesystemslib v0.9.1
	google.golang.org/protobuf v1.36.6
)
