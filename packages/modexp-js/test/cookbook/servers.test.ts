/** docs/servers.md: requests that nobody should send get 400 at once, and none gets 500. */
import { describe, expect, test } from "vitest";
import { answer } from "../../docs/servers.md";

const request = (base: unknown, exponent: unknown) => JSON.stringify({ base, exponent });
const long = "f".repeat(1024);

describe("a request", () => {
  test.each([
    ["no JSON", "["],
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["no numbers", "{}"],
    ["a number, which JSON.parse may round", request(3, "5")],
    ["an object", request({}, "5")],
    ["a list of digits", request(["3"], "5")],
    ["a sign", request("-3", "5")],
    ["a negative exponent", request("3", "-5")],
    ["a prefix", request("0x3", "5")],
    ["upper case", request("A", "5")],
    ["a space", request(" 3", "5")],
    ["a line's end", request("3\n", "5")],
    ["no digits", request("", "5")],
    ["one digit too many", request(`${long}f`, "5")],
    ["an exponent of a million digits", request("3", "f".repeat(1e6))],
    ["a prototype", '{"__proto__":{"base":3,"exponent":"5"}}'],
  ])("%s is refused", (_, text) => {
    expect(answer(text)).toMatchObject({ status: 400, body: expect.stringMatching(/./) });
  });

  test("the longest numbers are answered", () => {
    const { status, body } = answer(request(long, long));
    expect(status).toBe(200);
    expect(BigInt(`0x${body}`) < 2n ** 2203n - 1n).toBe(true);
  });
});
