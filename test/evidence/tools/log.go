// Verifies checkpoints with golang.org/x/mod/sumdb: note for the signatures, tlog for the tree.
//
// usage: log verifier-key…, with {"checkpoints": […], "trail": {desk: [hash, …]}} on standard input.
// Prints the verified checkpoints, or the error with exit status 1.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Checkpoints []struct {
		Ends map[string]int
		Note string
	}
	Trail map[string][]string
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		os.Exit(1)
	}
}

func main() {
	var verifiers []note.Verifier
	for _, key := range os.Args[1:] {
		verifier, err := note.NewVerifier(key)
		must(err)
		verifiers = append(verifiers, verifier)
	}
	var in input
	must(json.NewDecoder(os.Stdin).Decode(&in))

	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, at := range indexes {
			if at >= int64(len(stored)) {
				return nil, fmt.Errorf("the trail is too short")
			}
			hashes[i] = stored[at]
		}
		return hashes, nil
	})
	var size int64
	before := map[string]int{}
	var oldSize int64
	var oldRoot tlog.Hash
	for n, checkpoint := range in.Checkpoints {
		opened, err := note.Open([]byte(checkpoint.Note), note.VerifierList(verifiers...))
		must(err)
		lines := strings.Split(opened.Text, "\n")
		said, err := strconv.ParseInt(lines[1], 10, 64)
		must(err)
		root, err := tlog.ParseHash(lines[2])
		must(err)

		desks := make([]string, 0, len(checkpoint.Ends))
		for desk := range checkpoint.Ends {
			desks = append(desks, desk)
		}
		sort.Strings(desks)
		for _, desk := range desks {
			for seq := before[desk]; seq < checkpoint.Ends[desk]; seq++ {
				if seq >= len(in.Trail[desk]) {
					must(fmt.Errorf("the trail of %s was cut", desk))
				}
				leaf, err := hex.DecodeString(in.Trail[desk][seq])
				must(err)
				hashes, err := tlog.StoredHashes(size, leaf, reader)
				must(err)
				stored = append(stored, hashes...)
				size++
			}
		}
		before = checkpoint.Ends
		if size != said {
			must(fmt.Errorf("%d entries, and the checkpoint has %d", size, said))
		}
		if oldSize > 0 {
			proof, err := tlog.ProveTree(said, oldSize, reader)
			must(err)
			must(tlog.CheckTree(proof, said, root, oldSize, oldRoot))
		}
		for at := int64(0); at < said; at++ {
			proof, err := tlog.ProveRecord(said, at, reader)
			must(err)
			leaf, err := reader([]int64{tlog.StoredHashIndex(0, at)})
			must(err)
			must(tlog.CheckRecord(proof, said, root, at, leaf[0]))
		}
		oldSize, oldRoot = said, root
		fmt.Printf("checkpoint %d: %d entries\n", n+1, said)
	}
}
