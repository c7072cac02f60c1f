import { once } from 'node:events'
import { type AddressInfo, createServer, Server } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { isFree } from './ports.ts'

afterEach(() => vi.restoreAllMocks())

it('a port is free when nobody listens on it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  expect(await isFree(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await isFree(port)).toBe(true)
})

it('a port that requires privileges is not reported as in use', async () => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    const error = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:81'), { code: 'EACCES' })
    process.nextTick(() => this.emit('error', error))
    return this
  })

  await expect(isFree(81)).rejects.toThrow('port 81 is not for this user (EACCES): choose one from 1024 on, such as PORT=9000')
})
