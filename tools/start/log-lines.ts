import pc from 'picocolors'

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: pc.yellow('warn'),
  50: pc.red('error'),
  60: pc.red('fatal'),
}
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'name', 'service', 'replica', 'v'])
const NAME_WIDTH = 10

/** One line of a part's log for the terminal: a pino line is shortened, any other text stays as it is. */
export function formatLine(part: string, line: string) {
  return `${pc.cyan(part.padEnd(NAME_WIDTH))} ${shorten(line)}`
}

function shorten(line: string) {
  const entry = parse(line)
  if (!entry) return line
  const details = Object.entries(entry)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, value]) => `${pc.dim(`${key}=`)}${show(value)}`)
  return [LEVELS[Number(entry.level)] ?? String(entry.level), entry.msg, ...details].filter(Boolean).join(' ')
}

function show(value: unknown) {
  if (typeof value === 'object' && value !== null && 'message' in value) return String(value.message)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
