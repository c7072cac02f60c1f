// Runs in the browser, bundled: a page that uses the official SDK.
import Medusa from '@medusajs/js-sdk'

const statusOf = (promise) => promise.then(() => 200).catch((error) => error.status ?? String(error))

/** Logs in, reads with the log-in's token or cookie, logs out, reads again. */
globalThis.tryLogIn = async ({ base_url, type, actor, email, password, reads }) => {
  const sdk = new Medusa({ baseUrl: base_url, auth: { type, jwtTokenStorageMethod: 'local' } })
  const read = () => statusOf(sdk.client.fetch(reads))
  await sdk.auth.login(actor, 'emailpass', { email, password })
  const before = await read()
  const { token } = await sdk.auth.refresh()
  const after_refresh = await read()
  const stored = { cookies: document.cookie, tokens: Object.keys(localStorage) }
  await sdk.auth.logout()
  return { before, refreshed: typeof token === 'string', after_refresh, stored, after_log_out: await read() }
}
