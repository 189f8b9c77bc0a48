//! wasmtime by the C API of its shared library. It is loaded from a path: no build of this workspace contains it.
#![allow(unsafe_code, reason = "calls into a C library")]

use core::ffi::{CStr, c_char, c_void};
use core::ptr::null_mut;

/// An opaque pointer of the library: configuration, engine, module, store, linker, error, trap.
type Handle = *mut c_void;

/// An item of the library: a function or a memory.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Extern {
    kind: u8,
    of: [u64; 3],
}

/// An instance of a module.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Instance {
    store: u64,
    index: usize,
}

/// Bytes that the library allocates.
#[repr(C)]
struct Bytes {
    length: usize,
    data: *mut u8,
}

/// An argument or a result, as 128 bits.
type Value = [u64; 2];

const FUNCTION: u8 = 0;
const MEMORY: u8 = 3;

/// Declares the used functions of the library.
macro_rules! library {
    ($($name:ident: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct Library { $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)* }

        impl Library {
            fn open(path: &CStr) -> Option<Self> {
                // SAFETY: the library's initializers may run anywhere
                let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
                if library.is_null() {
                    return None;
                }
                Some(Self { $($name: {
                    let name = concat!(stringify!($name), "\0");
                    // SAFETY: the name ends with a zero
                    let symbol = unsafe { libc::dlsym(library, name.as_ptr().cast::<c_char>()) };
                    if symbol.is_null() {
                        return None;
                    }
                    // SAFETY: this is the signature in the library's header
                    unsafe { core::mem::transmute::<Handle, unsafe extern "C" fn($($argument),*) $(-> $result)?>(symbol) }
                },)* })
            }
        }
    };
}

library! {
    wasm_config_new: fn() -> Handle;
    wasmtime_config_wasm_relaxed_simd_set: fn(Handle, bool);
    wasmtime_config_wasm_wide_arithmetic_set: fn(Handle, bool);
    wasmtime_config_target_set: fn(Handle, *const c_char) -> Handle;
    wasmtime_config_cranelift_flag_enable: fn(Handle, *const c_char);
    wasm_engine_new_with_config: fn(Handle) -> Handle;
    wasmtime_module_new: fn(Handle, *const u8, usize, *mut Handle) -> Handle;
    wasmtime_module_serialize: fn(Handle, *mut Bytes) -> Handle;
    wasmtime_module_deserialize: fn(Handle, *const u8, usize, *mut Handle) -> Handle;
    wasmtime_error_message: fn(Handle, *mut Bytes);
    wasmtime_store_new: fn(Handle, Handle, Handle) -> Handle;
    wasmtime_store_context: fn(Handle) -> Handle;
    wasmtime_store_delete: fn(Handle);
    wasmtime_linker_new: fn(Handle) -> Handle;
    wasmtime_linker_delete: fn(Handle);
    wasmtime_linker_define_unknown_imports_as_default_values: fn(Handle, Handle, Handle) -> Handle;
    wasmtime_linker_instantiate: fn(Handle, Handle, Handle, *mut Instance, *mut Handle) -> Handle;
    wasmtime_instance_export_get: fn(Handle, *const Instance, *const u8, usize, *mut Extern) -> bool;
    wasmtime_func_call_unchecked: fn(Handle, *const [u64; 3], *mut Value, usize, *mut Handle) -> Handle;
    wasmtime_memory_data: fn(Handle, *const [u64; 3]) -> *mut u8;
    wasmtime_memory_data_size: fn(Handle, *const [u64; 3]) -> usize;
}

/// A compiled module.
pub struct Module {
    library: Library,
    engine: Handle,
    code: Handle,
}

/// The CPU features that valgrind supports; every CPU since 2013 has them.
const FEATURES: [&CStr; 12] = [
    c"has_cmpxchg16b",
    c"has_sse3",
    c"has_ssse3",
    c"has_sse41",
    c"has_sse42",
    c"has_avx",
    c"has_avx2",
    c"has_fma",
    c"has_popcnt",
    c"has_bmi1",
    c"has_bmi2",
    c"has_lzcnt",
];

impl Module {
    /// Loads the library, and compiles a module with relaxed SIMD and wide arithmetic.
    pub fn compile(library: &CStr, wasm: &[u8]) -> Result<Self, String> {
        Self::new(library, |library, engine, module| {
            // SAFETY: as in the library's header
            unsafe { (library.wasmtime_module_new)(engine, wasm.as_ptr(), wasm.len(), module) }
        })
    }

    /// Loads a module that [`Module::save`] saved.
    pub fn load(library: &CStr, saved: &[u8]) -> Result<Self, String> {
        Self::new(library, |library, engine, module| {
            // SAFETY: as in the library's header; the library made the bytes
            unsafe { (library.wasmtime_module_deserialize)(engine, saved.as_ptr(), saved.len(), module) }
        })
    }

    /// The machine code of the module.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Bytes { length: 0, data: null_mut() };
        // SAFETY: as in the library's header; the library allocates the bytes
        unsafe {
            let error = (self.library.wasmtime_module_serialize)(self.code, &raw mut bytes);
            assert!(error.is_null(), "a module can be saved");
            core::slice::from_raw_parts(bytes.data, bytes.length).to_vec()
        }
    }

    fn new(library: &CStr, make: impl Fn(&Library, Handle, *mut Handle) -> Handle) -> Result<Self, String> {
        let library = Library::open(library).ok_or("no such library, or another version")?;
        // SAFETY: as in the library's header; the engine takes the configuration
        let engine = unsafe {
            let config = (library.wasm_config_new)();
            (library.wasmtime_config_wasm_relaxed_simd_set)(config, true);
            (library.wasmtime_config_wasm_wide_arithmetic_set)(config, true);
            let error = (library.wasmtime_config_target_set)(config, c"x86_64-unknown-linux-gnu".as_ptr());
            assert!(error.is_null(), "a target of the library's");
            for feature in FEATURES {
                (library.wasmtime_config_cranelift_flag_enable)(config, feature.as_ptr());
            }
            (library.wasm_engine_new_with_config)(config)
        };
        let mut module = null_mut();
        let error = make(&library, engine, &raw mut module);
        if error.is_null() {
            return Ok(Self { library, engine, code: module });
        }
        let mut message = Bytes { length: 0, data: null_mut() };
        // SAFETY: as in the library's header; the library allocates the message
        let message = unsafe {
            (library.wasmtime_error_message)(error, &raw mut message);
            core::slice::from_raw_parts(message.data, message.length)
        };
        Err(String::from_utf8_lossy(message).into_owned())
    }

    /// Creates an instance with imports that do nothing.
    pub fn instantiate(&self) -> Running<'_> {
        let library = &self.library;
        let (mut instance, mut trap) = (Instance::default(), null_mut());
        // SAFETY: as in the library's header
        unsafe {
            let store = (library.wasmtime_store_new)(self.engine, null_mut(), null_mut());
            let context = (library.wasmtime_store_context)(store);
            let linker = (library.wasmtime_linker_new)(self.engine);
            let unknown = library.wasmtime_linker_define_unknown_imports_as_default_values;
            assert!(unknown(linker, context, self.code).is_null(), "imports cannot be made");
            let instantiate = library.wasmtime_linker_instantiate;
            let error = instantiate(linker, context, self.code, &raw mut instance, &raw mut trap);
            assert!(error.is_null() && trap.is_null(), "the module does not start");
            (library.wasmtime_linker_delete)(linker);
            Running { library, store, context, instance }
        }
    }
}

/// An instance of a module, and its memory.
pub struct Running<'m> {
    library: &'m Library,
    store: Handle,
    context: Handle,
    instance: Instance,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // SAFETY: this value owns the store
        unsafe { (self.library.wasmtime_store_delete)(self.store) }
    }
}

impl Running<'_> {
    fn export(&self, name: &str, kind: u8) -> [u64; 3] {
        let mut item = Extern::default();
        let get = self.library.wasmtime_instance_export_get;
        // SAFETY: the store is alive, and the length of the name is correct
        let found = unsafe { get(self.context, &raw const self.instance, name.as_ptr(), name.len(), &raw mut item) };
        assert!(found && item.kind == kind, "no export {name}");
        item.of
    }

    /// Calls an export with arguments of 32 bits (or 64, in the same layout); returns its result, if it has one.
    pub fn call(&mut self, name: &str, arguments: &[u64]) -> u32 {
        let function = self.export(name, FUNCTION);
        let mut values: Vec<Value> = arguments.iter().map(|&x| [x, 0]).collect();
        values.resize(arguments.len().max(1), [0; 2]);
        let mut trap = null_mut();
        // SAFETY: the export takes these arguments, and `values` has room for its result
        let error = unsafe {
            (self.library.wasmtime_func_call_unchecked)(
                self.context,
                &raw const function,
                values.as_mut_ptr(),
                values.len(),
                &raw mut trap,
            )
        };
        assert!(error.is_null() && trap.is_null(), "{name} traps");
        values[0][0] as u32
    }

    /// The whole memory, until the next call.
    pub fn memory(&self) -> &[u64] {
        let (data, words) = self.data();
        // SAFETY: a call borrows `self` mutably, and so does every write
        unsafe { core::slice::from_raw_parts(data, words) }
    }

    /// The whole memory, for writing.
    pub fn memory_mut(&mut self) -> &mut [u64] {
        let (data, words) = self.data();
        // SAFETY: `self` is borrowed until the memory may change or move
        unsafe { core::slice::from_raw_parts_mut(data, words) }
    }

    /// The address of the memory, and its length in words.
    fn data(&self) -> (*mut u64, usize) {
        let memory = self.export("memory", MEMORY);
        // SAFETY: the store is alive
        unsafe {
            let data = (self.library.wasmtime_memory_data)(self.context, &raw const memory);
            let bytes = (self.library.wasmtime_memory_data_size)(self.context, &raw const memory);
            (data.cast(), bytes / 8)
        }
    }
}
