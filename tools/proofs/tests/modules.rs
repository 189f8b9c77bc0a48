//! The proofs of the built modules, as `npm test` runs them.

use std::process::Command;

#[test]
#[ignore = "npm run build makes the modules"]
fn the_products_of_the_modules_are_right() {
    let modules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packages/modexp-js/wasm");
    let status = Command::new(env!("CARGO_BIN_EXE_wasm")).arg(modules).status().expect("the program of the proofs");
    assert!(status.success());
}
