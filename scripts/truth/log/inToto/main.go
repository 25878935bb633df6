// Reads an envelope from the standard input with the libraries of DSSE and in-toto, and prints the
// subjects of its statement; ends with 1 where they refuse it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	attestation "github.com/in-toto/attestation/go/v1"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"google.golang.org/protobuf/encoding/protojson"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	check(err)
	var envelope dsse.Envelope
	check(json.Unmarshal(text, &envelope))
	payload, err := envelope.DecodeB64Payload()
	check(err)
	if envelope.PayloadType != "application/vnd.in-toto+json" {
		check(fmt.Errorf("payload type %q", envelope.PayloadType))
	}
	var statement attestation.Statement
	check(protojson.Unmarshal(payload, &statement))
	check(statement.Validate())
	for _, subject := range statement.Subject {
		fmt.Println(subject.Name, subject.Digest["sha256"])
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
