// Runs the witness of transparency-dev on loopback, for one log. It prints the key of the witness, then
// its address, and ends with its standard input.
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	f_note "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
)

func main() {
	logKey := flag.String("log", "", "the key of the log")
	name := flag.String("name", "witness.example/theirs", "the name of the witness")
	flag.Parse()
	skey, vkey, err := note.GenerateKey(rand.Reader, *name)
	check(err)
	signer, err := f_note.NewSignerForCosignatureV1(skey)
	check(err)
	cosignerKey, err := f_note.VKeyToCosignatureV1(vkey)
	check(err)
	verifier, err := note.NewVerifier(*logKey)
	check(err)
	ctx := context.Background()
	one, err := witness.New(ctx, witness.Opts{
		Persistence: inmemory.New(),
		Signers:     []note.Signer{signer},
		VerifierForLog: func(_ context.Context, origin string) (note.Verifier, bool, error) {
			return verifier, origin == verifier.Name(), nil
		},
	})
	check(err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /add-checkpoint", witness.NewHTTPHandler(one).AddCheckpoint)
	go func() { check(http.Serve(listener, mux)) }()
	fmt.Println(cosignerKey)
	fmt.Printf("http://%s\n", listener.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
