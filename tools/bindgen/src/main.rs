//! `modexp-bindgen MODULE FOLDER NAME`: writes `NAME_bg.wasm`, `NAME.js` and `NAME.d.ts` of a compiled module into the
//! folder, as `wasm-bindgen --target web` does. The library is that program's own: without the rest of the program and
//! without optimisation it compiles in a fraction of the time, and Cargo.lock keeps it at the version of the crate.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        eprintln!("usage: modexp-bindgen MODULE FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.typescript(true).omit_default_module_path(false).input_path(module).out_name(name);
    let done = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
