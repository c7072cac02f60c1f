/** Name of the NATS account of one test worker; also its user name and its password. */
function testAccount(worker: number) {
  return `t${worker}`
}

const ACCOUNTS = 64

/** NATS configuration in which every test worker has an account, and so subjects and streams, of its own. */
export function testAccountsConfig() {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => testAccount(index + 1)).map(
    (name) => `  ${name} { jetstream: enabled, users: [{ user: ${name}, password: ${name} }] }`,
  )
  return `accounts {\n${accounts.join('\n')}\n}`
}
