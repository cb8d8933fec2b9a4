// What the tests of the scripts use of Node.

declare module "node:assert/strict" {
  export function deepEqual(actual: unknown, expected: unknown): void;
  export function throws(action: () => unknown): void;
}

declare module "node:fs" {
  export function readFileSync(file: URL | 0, encoding: "utf-8"): string;
}

declare const process: { stdout: { write(text: string): void } };

declare module "node:test" {
  export function beforeEach(prepare: () => void): void;
  export function test(name: string, body: () => void | Promise<void>): void;
}
