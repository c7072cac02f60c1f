// Health check of the container: exit code 0 if its process is ready, otherwise 1.
import { get } from 'node:http'

const { HOST = '127.0.0.1', METRICS_PORT } = process.env
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const end = (ready, text) => {
  console.log(text)
  process.exit(ready ? 0 : 1)
}
get({ host, port: METRICS_PORT, path: '/health/ready', timeout: 2000 }, async (response) => {
  const body = await response.setEncoding('utf8').toArray()
  end(response.statusCode === 200, body.join(''))
})
  .on('timeout', () => end(false, 'no answer within 2 s'))
  .on('error', ({ message }) => end(false, message))
