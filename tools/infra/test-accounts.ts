/** More than there are test files: each has one of its own, without the leftovers of another. */
export const TEST_ACCOUNTS = 1024

/** NATS configuration in which every test file has its own account, and so its own subjects and streams. */
export function testAccountsConfig() {
  const accounts = Array.from({ length: TEST_ACCOUNTS }, (_, index) => `t${index + 1}`).map(
    (name) => `  ${name} { jetstream: enabled, users: [{ user: ${name}, password: ${name} }] }`,
  )
  return `accounts {\n${accounts.join('\n')}\n}`
}
