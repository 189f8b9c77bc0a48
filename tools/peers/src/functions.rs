//! Tables of a library's functions.
#![allow(unsafe_code, reason = "the libraries are found at run time")]

use libloading::Library;

/// Loads the first library of `names` that the system's loader finds. It stays loaded. The error names what is missing.
pub(crate) fn load(names: &[&str]) -> Result<&'static Library, String> {
    // SAFETY: GMP and libcrypto may be loaded at any time, by any thread.
    let found = names.iter().find_map(|name| unsafe { Library::new(*name) }.ok());
    found.map(|library| &*Box::leak(Box::new(library))).ok_or_else(|| format!("{} is not installed", names[0]))
}

/// Defines a struct of functions, each with its symbol and its type, and `load`, which finds them in a library.
macro_rules! functions {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $symbol:ident, $type:ty;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name {
            $(pub(crate) $field: $type,)*
        }

        impl $name {
            /// # Safety
            /// The symbols have these types in the library.
            pub(crate) unsafe fn load(library: &libloading::Library) -> Result<Self, String> {
                // SAFETY: by the caller's promise.
                let load = || unsafe { Ok(Self { $($field: *library.get(stringify!($symbol))?,)* }) };
                load().map_err(|error: libloading::Error| error.to_string())
            }
        }
    };
}
