import type { MongoClientOptions } from 'mongodb'

export interface MongoTlsSettings {
  MONGODB_TLS_CA_FILE?: string | undefined
  MONGODB_TLS_CERT_KEY_FILE?: string | undefined
}

/** Empty if neither is set; the address may still demand TLS, with the system's certificate authorities. */
export function mongoTls({ MONGODB_TLS_CA_FILE: ca, MONGODB_TLS_CERT_KEY_FILE: own }: MongoTlsSettings): MongoClientOptions {
  if (ca === undefined && own === undefined) return {}
  return { tls: true, ...(ca && { tlsCAFile: ca }), ...(own && { tlsCertificateKeyFile: own }) }
}
