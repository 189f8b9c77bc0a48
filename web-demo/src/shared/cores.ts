/** The cores of this device. */

export function cores(): number {
  return navigator.hardwareConcurrency || 1;
}

/** "on the one core", "on all 8 cores". */
export function onAllCores(): string {
  return cores() === 1 ? "on the one core" : `on all ${cores()} cores`;
}
