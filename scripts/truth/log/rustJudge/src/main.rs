//! Reads a log that we made with the crate `tlog_tiles`: random leaves are looked up and pairs of sizes are
//! compared, by its own proofs from our tiles.
//!
//!   judge <folder> <inclusions> <consistencies>

use std::{env, fs, path::PathBuf, process};
use tlog_tiles::{
    check_record, check_tree, prove_record, prove_tree, record_hash, tree_hash, Checkpoint, Error,
    Tile, TileHashReader, TileReader,
};

const HEIGHT: u8 = 8;
const WIDTH: u64 = 256;

struct Folder(PathBuf);

/// The crate writes the height of tiles into their paths; C2SP tlog-tiles does not.
fn path_of(tile: &Tile) -> String {
    tile.path().replacen("tile/8/", "tile/", 1)
}

impl TileReader for Folder {
    fn height(&self) -> u8 {
        HEIGHT
    }
    fn read_tiles(&self, tiles: &[Tile]) -> Result<Vec<Vec<u8>>, Error> {
        let read = tiles.iter().map(|tile| fs::read(self.0.join(path_of(tile))));
        read.collect::<Result<_, _>>().map_err(|_| Error::InvalidTile)
    }
    fn save_tiles(&self, _: &[Tile], _: &[Vec<u8>]) {}
}

/// A generator of numbers that gives the same ones everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn leaf(folder: &PathBuf, index: u64, size: u64) -> Vec<u8> {
    let bundle = index / WIDTH;
    let width = WIDTH.min(size - bundle * WIDTH);
    let tile = Tile::new(HEIGHT, 0, bundle, width as u32, true);
    let path = path_of(&tile).replacen("tile/data/", "tile/entries/", 1);
    let bytes = fs::read(folder.join(path)).expect("a bundle");
    let mut at = 0;
    for _ in 0..index % WIDTH {
        at += 2 + usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    }
    let length = usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    bytes[at + 2..at + 2 + length].to_vec()
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let folder = PathBuf::from(&args[1]);
    let inclusions: u64 = args[2].parse().expect("a number");
    let consistencies: u64 = args[3].parse().expect("a number");
    let note = fs::read_to_string(folder.join("checkpoint")).expect("a checkpoint");
    let text = &note[..note.find("\n\n").expect("a signed note") + 1];
    let checkpoint = Checkpoint::from_bytes(text.as_bytes()).expect("a checkpoint");
    let (size, root) = (checkpoint.size(), *checkpoint.hash());
    let tiles = Folder(folder.clone());
    let hashes = TileHashReader::new(size, root, &tiles);
    let mut numbers = Numbers(20_261_118);
    let mut wrong = 0;
    for _ in 0..inclusions {
        let index = numbers.below(size);
        let hash = record_hash(&leaf(&folder, index, size));
        let proof = prove_record(size, index, &hashes).expect("a proof");
        wrong += u64::from(check_record(&proof, size, root, index, hash).is_err());
    }
    for _ in 0..consistencies {
        let newer = 1 + numbers.below(size);
        let older = 1 + numbers.below(newer);
        let roots = [older, newer].map(|n| tree_hash(n, &hashes).expect("a root"));
        let proof = prove_tree(newer, older, &hashes).expect("a proof");
        wrong += u64::from(check_tree(&proof, newer, roots[1], older, roots[0]).is_err());
    }
    println!("tlog_tiles: {inclusions} leaves, {consistencies} pairs of sizes of {size} leaves, {wrong} wrong");
    process::exit(i32::from(wrong > 0));
}
