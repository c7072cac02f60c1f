import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { demoCommands } from '../deploy/demo/commands.ts'
import { seedFacts } from '../tools/seed/seed.ts'
import { newSeedSecrets } from '../tools/start/secrets.ts'

const run = promisify(execFile)

/** Answers like a gateway that becomes ready with the third health check. */
async function startLateGateway(logIn: number) {
  const asked: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`.trim())
    const looks = asked.filter((one) => one === '/health/ready').length
    const status = url === '/health/ready' && looks < 3 ? 503 : url.startsWith('/auth/') ? logIn : 200
    response.writeHead(status).end(status === 200 ? '{"token":"abc"}' : '{"type":"unexpected_state"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const secrets = newSeedSecrets()
  const script = demoCommands(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seedFacts(secrets), secrets)
  return { asked, script, stop: () => void server.close() }
}

it('the printed commands wait until the gateways are ready', async () => {
  const { asked, script, stop } = await startLateGateway(200)

  const { stderr } = await run('sh', ['-e', '-c', script])

  stop()
  expect(stderr).toBe('')
  expect(asked.slice(0, 5)).toEqual([...Array(3).fill('/health/ready'), '/auth/user/emailpass', '/auth/seller/emailpass'])
  expect(asked.slice(5).filter((one) => one.endsWith('Bearer abc'))).not.toEqual([])
})

it('the printed commands do not mistake an error for a token', async () => {
  const { asked, script, stop } = await startLateGateway(503)

  await run('sh', ['-e', '-c', script])

  stop()
  expect(asked.filter((one) => one.includes('unexpected_state'))).toEqual([])
})
