import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}
const TEXT = /^text\//

export interface ClientSource {
  /** Folder with its files; a path without a file gets its `index.html`. */
  folder: string
  /** Path under which the files are served: `/app`. */
  base: string
  /** Texts that are replaced in every text file. */
  replace?: Readonly<Record<string, string>>
  /** On 127.0.0.1; default any free one. */
  port?: number
}

/** Serves a built single-page client on a loopback origin of its own. @throws Error when the port is taken */
export async function serveClient({ folder, base, replace = {}, port: wanted = 0 }: ClientSource) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://client')
    if (pathname !== base && !pathname.startsWith(`${base}/`)) {
      response.writeHead(404).end()
      return
    }
    read(pathname.slice(base.length)).then(
      ({ type, bytes }) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })

  async function read(path: string) {
    const wanted = join(folder, normalize(`/${decodeURIComponent(path)}`))
    const isFile = await stat(wanted).then(
      (entry) => entry.isFile(),
      () => false,
    )
    const file = isFile ? wanted : join(folder, 'index.html')
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    const bytes = await readFile(file)
    if (!TEXT.test(type)) return { type, bytes }
    return { type, bytes: Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), bytes.toString()) }
  }

  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
