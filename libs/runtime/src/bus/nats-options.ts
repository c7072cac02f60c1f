import { readFileSync } from 'node:fs'
import { type ConnectionOptions, usernamePasswordAuthenticator } from '@nats-io/transport-node'

/** Where NATS is, and how to connect to it. */
export interface NatsAddress {
  /** `nats://user:password@host:port,host:port`; `tls://` demands TLS. */
  url: string
  /**
   * A file with the same address: user and password are read from it again for each connection, so that they can be changed while
   * the process runs.
   */
  urlFile?: string | undefined
  /** Certificate authorities to trust instead of the system's, PEM. Demands TLS. */
  caFile?: string | undefined
  /** Our own certificate and key, PEM, for servers that require one. */
  certFile?: string | undefined
  keyFile?: string | undefined
}

/** The connection's settings, which every process reads from its environment. */
export interface NatsSettings {
  NATS_URL: string
  NATS_URL_FILE?: string | undefined
  NATS_TLS_CA_FILE?: string | undefined
  NATS_TLS_CERT_FILE?: string | undefined
  NATS_TLS_KEY_FILE?: string | undefined
}

export const natsAddress = (settings: NatsSettings): NatsAddress => ({
  url: settings.NATS_URL,
  urlFile: settings.NATS_URL_FILE,
  caFile: settings.NATS_TLS_CA_FILE,
  certFile: settings.NATS_TLS_CERT_FILE,
  keyFile: settings.NATS_TLS_KEY_FILE,
})

/** The address as the client's options. If TLS is demanded, it never connects without. @throws Error for unreadable files */
export function natsOptions({ url, urlFile, caFile, certFile, keyFile }: NatsAddress): ConnectionOptions {
  const { user, pass, ...options } = serverOptions(url)
  const files = { ca: pem(caFile), cert: pem(certFile), key: pem(keyFile) }
  const given = Object.fromEntries(Object.entries(files).filter(([, content]) => content !== undefined))
  const isTls = options.tls !== undefined || Object.keys(given).length > 0
  const present = () => (urlFile ? credentialsIn(urlFile, { user, pass }) : { user, pass })
  return {
    ...options,
    ...(isTls && { tls: given }),
    ...(user !== undefined && {
      authenticator: usernamePasswordAuthenticator(
        () => present().user ?? '',
        () => present().pass ?? '',
      ),
      // A password may be refused in the moment between its change in the server and in the file.
      ignoreAuthErrorAbort: true,
    }),
  }
}

/** @throws TypeError for a text that is not such an address */
export function serverOptions(url: string): { servers: string[]; user?: string; pass?: string; tls?: object } {
  const urls = url.split(',').map((one) => new URL(one.includes('://') ? one.trim() : `nats://${one.trim()}`))
  if (urls.some(({ host }) => host === '')) throw new TypeError('a NATS server has no host')
  const { username, password } = urls[0]!
  const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}
  const credentials = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}
  return { servers: urls.map(({ host }) => host), ...credentials, ...tls }
}

const pem = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, 'utf8'))

/** The former user and password while the file is missing, or being written. */
function credentialsIn(file: string, before: { user: string | undefined; pass: string | undefined }) {
  try {
    const { user, pass } = serverOptions(readFileSync(file, 'utf8').trim())
    return { user, pass }
  } catch {
    return before
  }
}
