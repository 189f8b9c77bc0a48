//! The modules by name, each with the exports that its feature of `modexp_wasm` has.

use crate::exports::Exports;
use crate::instance::Object;
use modexp_wasm::{binary_curves, pairings, points, powers};
use napi::bindgen_prelude::Object as JsObject;
use napi::{Env, Error, Result};

/// An instance of the module `name`.
pub fn instantiate<'env>(env: &'env Env, name: &str) -> Result<JsObject<'env>> {
    if !points::is_available() {
        return Err(Error::from_reason("modexp: this processor lacks instructions of the addon, mulx (BMI2) and adx"));
    }
    let mut exports = Exports::new(env)?;
    match name {
        "powers" => add_powers(&mut exports)?,
        "curves" => add_curves(&mut exports)?,
        "binary-curves" => add_binary_curves(&mut exports)?,
        "pairings" => add_pairings(&mut exports)?,
        _ => return Err(Error::from_reason(format!("modexp: no module has the name {name:?}"))),
    }
    Ok(exports.into_object())
}

/// Adds functions of a type by the names that wasm-bindgen gives them: of the type in lower case, and of the function.
macro_rules! add {
    ($exports:ident, $class:literal, $type:ty, $($function:ident)*) => {
        $($exports.add(concat!($class, "_", stringify!($function)), <$type>::$function)?;)*
    };
}

/// The types of objects, each with the export that frees it.
macro_rules! objects {
    ($($type:ty, $free:ident, $name:literal;)*) => {
        $(
            impl Object for $type {}

            fn $free(exports: &mut Exports<'_>) -> Result<()> {
                exports.add_free(concat!("__wbg_", $name, "_free"))
            }
        )*
    };
}
objects! {
    powers::Context, free_modulus, "context";
    powers::Tables, free_power_tables, "tables";
    powers::Primes, free_primes, "primes";
    points::Context, free_curve, "context";
    points::Tables, free_tables, "tables";
    points::Bases, free_bases, "bases";
    pairings::Groups, free_groups, "groups";
    pairings::Lines, free_lines, "lines";
    pairings::Product, free_product, "product";
    pairings::Powers, free_powers, "powers";
}

fn add_powers(exports: &mut Exports<'_>) -> Result<()> {
    add!(exports, "context", powers::Context,
        prepare pow pow_vartime pow_many pow_product pow_each square_repeated fixed_base inverse inverse_many plan);
    add!(exports, "tables", powers::Tables, load save bytes pow pow_vartime pow_many);
    add!(exports, "primes", powers::Primes, prepare pow private_key_op private_key_op_blinded);
    exports.add("kernel", powers::kernel)?;
    free_modulus(exports)?;
    free_power_tables(exports)?;
    free_primes(exports)
}

fn add_points(exports: &mut Exports<'_>) -> Result<()> {
    add!(exports, "context", points::Context,
        words parameters msm multiply_many multiply_bytes add negate encode decode fixed_base load bases);
    add!(exports, "tables", points::Tables, bytes point multiply_many multiply_vartime save);
    add!(exports, "bases", points::Bases, msm_vartime);
    free_curve(exports)?;
    free_tables(exports)?;
    free_bases(exports)
}

fn add_curves(exports: &mut Exports<'_>) -> Result<()> {
    add_points(exports)?;
    add!(exports, "context", points::Context, named prepare);
    Ok(())
}

fn add_binary_curves(exports: &mut Exports<'_>) -> Result<()> {
    add_points(exports)?;
    exports.add("context_named", binary_curves::context_named)?;
    exports.add("context_prepare", binary_curves::context_prepare)
}

fn add_pairings(exports: &mut Exports<'_>) -> Result<()> {
    add_points(exports)?;
    add!(exports, "groups", pairings::Groups,
        named g1 g2 degree prepare product gt_check gt_multiply gt_inverse gt_pow gt_fixed_base map precompile);
    add!(exports, "lines", pairings::Lines, point);
    add!(exports, "product", pairings::Product, push push_prepared value);
    add!(exports, "powers", pairings::Powers, bytes pow);
    free_groups(exports)?;
    free_lines(exports)?;
    free_product(exports)?;
    free_powers(exports)
}
