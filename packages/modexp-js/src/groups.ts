/**
 * Published groups for Diffie–Hellman and SRP, as data.
 * @module modexp/groups
 */
export { type Group, type GroupAlias, type GroupName, group, groupNames, isGroupName } from "./groups/groups.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
