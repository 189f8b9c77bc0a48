//! The names of the pairings.

/// The name of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PairingName {
    /// MIRACL's supersingular curve modulo a prime of 512 bits, k = 2, of type 1; 80 bits of security: for old data alone.
    Ssp512,
    /// MIRACL's supersingular curve modulo a prime of 1536 bits, k = 2, of type 1.
    Ssp1536,
    /// MIRACL's Cocks–Pinch curve of 512 bits, k = 2; 80 bits of security: for old data alone.
    Cp512,
    /// MIRACL's Miyaji–Nakabayashi–Takano curve of 160 bits, k = 6; 80 bits of security: for old data alone.
    Mnt160,
    /// MIRACL's Kachisa–Schaefer–Scott curve of 511 bits, k = 18.
    Kss18P511,
    /// RELIC's Kachisa–Schaefer–Scott curve of 508 bits, k = 18.
    Kss18P508,
    /// MIRACL's Barreto–Lynn–Scott curve of 629 bits, k = 24.
    Bls24P629,
    /// RELIC's Barreto–Lynn–Scott curve of 509 bits, k = 24, at about 192 bits of security.
    Bls24P509,
    /// MIRACL's supersingular curve over GF(2^379), k = 4, of type 1, η_T; made for 80 bits of security and broken: for old data alone.
    Ss2M379,
    /// MIRACL's supersingular curve over GF(2^1223), k = 4, of type 1, η_T; made for 128 bits of security and broken, with about 59
    /// left (Granger, Kleinjung and Zumbrägel, 2014/119): for old data alone.
    Ss2M1223,
}

impl PairingName {
    /// All names.
    pub const ALL: [Self; 10] = [
        Self::Ssp512,
        Self::Ssp1536,
        Self::Cp512,
        Self::Mnt160,
        Self::Kss18P511,
        Self::Kss18P508,
        Self::Bls24P629,
        Self::Bls24P509,
        Self::Ss2M379,
        Self::Ss2M1223,
    ];

    /// The name in its usual form: `SSP-512`, `KSS18-511`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ssp512 => "SSP-512",
            Self::Ssp1536 => "SSP-1536",
            Self::Cp512 => "CP-512",
            Self::Mnt160 => "MNT-160",
            Self::Kss18P511 => "KSS18-511",
            Self::Kss18P508 => "KSS18-508",
            Self::Bls24P629 => "BLS24-629",
            Self::Bls24P509 => "BLS24-509",
            Self::Ss2M379 => "SS2-379",
            Self::Ss2M1223 => "SS2-1223",
        }
    }
}
