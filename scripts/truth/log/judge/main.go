// Reads a log that we made with programs that we did not write: the checkpoint with
// golang.org/x/mod/sumdb/note, every tile and entry with tessera's fsck, inclusion and consistency with
// golang.org/x/mod/sumdb/tlog, by its own proofs from our tiles and by our proofs.
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api"
	"github.com/transparency-dev/tessera/api/layout"
	"github.com/transparency-dev/tessera/client"
	"github.com/transparency-dev/tessera/fsck"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type tiles struct{ dir string }

func (t tiles) Height() int                        { return layout.TileHeight }
func (t tiles) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(wanted))
	for i, tile := range wanted {
		p := uint8(tile.W % layout.TileWidth)
		data, err := client.FileFetcher{Root: t.dir}.ReadTile(context.Background(), uint64(tile.L), uint64(tile.N), p)
		if err != nil {
			return nil, err
		}
		read[i] = data
	}
	return read, nil
}

// A proof of ours: of a leaf where Leaf is set, else from an older tree.
type proof struct {
	Leaf    string   `json:"leaf"`
	Index   int64    `json:"index"`
	OldSize int64    `json:"old_size"`
	OldRoot string   `json:"old_root"`
	Size    int64    `json:"size"`
	Root    string   `json:"root"`
	Hashes  []string `json:"hashes"`
}

func main() {
	dir := flag.String("dir", "", "the folder with checkpoint and tiles")
	vkey := flag.String("vkey", "", "the verifier key of the log")
	inclusions := flag.Int("inclusions", 10000, "leaves that are looked up")
	consistencies := flag.Int("consistencies", 200, "pairs of sizes")
	seed := flag.Int64("seed", 1, "of the choice")
	proofs := flag.String("proofs", "", "our own proofs, a line each")
	flag.Parse()

	verifier, err := note.NewVerifier(*vkey)
	must(err, "verifier key")
	raw, err := os.ReadFile(filepath.Join(*dir, layout.CheckpointPath))
	must(err, "checkpoint")
	opened, err := note.Open(raw, note.VerifierList(verifier))
	must(err, "note.Open")
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err, "size")
	root, err := tlog.ParseHash(lines[2])
	must(err, "root")
	fmt.Printf("note.Open: %s, %d leaves\n", lines[0], size)

	check := fsck.New(lines[0], verifier, client.FileFetcher{Root: *dir}, leafHashes, fsck.Opts{N: 2})
	must(check.Check(context.Background()), "tessera fsck")
	fmt.Println("tessera fsck: every tile and the root follow from the entries")

	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles{*dir})
	random := rand.New(rand.NewSource(*seed))
	for range *inclusions {
		index := random.Int63n(size)
		found, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		must(err, "leaf hash")
		path, err := tlog.ProveRecord(size, index, reader)
		must(err, "ProveRecord")
		must(tlog.CheckRecord(path, size, root, index, found[0]), "CheckRecord")
	}
	fmt.Printf("sumdb/tlog: inclusion of %d leaves\n", *inclusions)
	for range *consistencies {
		newer := 1 + random.Int63n(size)
		older := 1 + random.Int63n(newer)
		newerRoot, err := tlog.TreeHash(newer, reader)
		must(err, "TreeHash")
		olderRoot, err := tlog.TreeHash(older, reader)
		must(err, "TreeHash")
		path, err := tlog.ProveTree(newer, older, reader)
		must(err, "ProveTree")
		must(tlog.CheckTree(path, newer, newerRoot, older, olderRoot), "CheckTree")
	}
	fmt.Printf("sumdb/tlog: consistency of %d pairs of sizes\n", *consistencies)
	if *proofs != "" {
		checkProofs(*proofs, reader)
	}
}

func checkProofs(file string, reader tlog.HashReader) {
	in, err := os.Open(file)
	must(err, "proofs")
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	count := map[string]int{}
	for lines.Scan() {
		var p proof
		must(json.Unmarshal(lines.Bytes(), &p), "proof")
		hashes := make([]tlog.Hash, len(p.Hashes))
		for i, text := range p.Hashes {
			hashes[i] = hash(text)
		}
		// The root of that size, by their code and from the tiles.
		root, err := tlog.TreeHash(p.Size, reader)
		must(err, "TreeHash")
		if root != hash(p.Root) {
			log.Fatalf("another root of %d leaves", p.Size)
		}
		if p.Leaf != "" {
			must(tlog.CheckRecord(hashes, p.Size, root, p.Index, hash(p.Leaf)), "our proof of inclusion")
			count["inclusion"]++
		} else {
			must(tlog.CheckTree(hashes, p.Size, root, p.OldSize, hash(p.OldRoot)), "our proof of consistency")
			count["consistency"]++
		}
	}
	must(lines.Err(), "proofs")
	fmt.Printf("our own proofs hold there: %v\n", count)
}

func leafHashes(bundle []byte) ([][]byte, error) {
	var entries api.EntryBundle
	if err := entries.UnmarshalText(bundle); err != nil {
		return nil, err
	}
	hashes := make([][]byte, 0, len(entries.Entries))
	for _, entry := range entries.Entries {
		hashes = append(hashes, rfc6962.DefaultHasher.HashLeaf(entry))
	}
	return hashes, nil
}

func hash(text string) tlog.Hash {
	bytes, err := base64.StdEncoding.DecodeString(text)
	must(err, "hash")
	return tlog.Hash(bytes)
}

func must(err error, what string) {
	if err != nil {
		log.Fatalf("%s: %v", what, err)
	}
}
