import type { PointResult } from './measure.ts'
import type { ProfileSummary } from './profile.ts'
import type { Row } from './rows.ts'

export interface ResultLine extends PointResult {
  row: Row['name']
  connections: number
  /** Which measurement of this row it is, in this run: baselines are measured more than once. */
  round: number
  /** Of the last minute, when the point began. */
  load_average: number
  profiles?: Record<string, ProfileSummary>
}

/** Throughput as a share of the median of the baseline's own figures at the same number of connections, in this run. */
export interface Shares {
  of_b: number | null
  /** Of (b) with answers about as long as these. */
  of_as_long: number | null
  /** Of (r) for reads, of (w) for writes. */
  of_own: number | null
}

/** Others that kept more cores busy than this have spoilt a baseline. */
const DISTURBED_CORES = 0.3

/**
 * The median of a row's throughput over its rounds, those left out in which others had the machine (unless all were so);
 * undefined when it was not measured.
 */
export function typicalRate(lines: readonly ResultLine[], row: Row['name'], connections: number): number | undefined {
  const all = lines.filter((line) => line.row === row && line.connections === connections)
  const quiet = all.filter(({ others_cores }) => (others_cores ?? 0) <= DISTURBED_CORES)
  const rates = (quiet.length > 0 ? quiet : all).map(({ rate }) => rate).toSorted((x, y) => x - y)
  if (rates.length === 0) return undefined
  return (rates[Math.floor((rates.length - 1) / 2)]! + rates[Math.ceil((rates.length - 1) / 2)]!) / 2
}

export function sharesOf(
  line: ResultLine,
  { kind, asLongAs = 'b' }: Pick<Row, 'kind' | 'asLongAs'>,
  lines: readonly ResultLine[],
): Shares {
  const share = (baseline: Row['name']) => {
    const typical = typicalRate(lines, baseline, line.connections)
    return typical === undefined ? null : line.rate / typical
  }
  return {
    of_b: share('b'),
    of_as_long: kind === 'baseline' ? null : share(asLongAs),
    of_own: kind === 'read' ? share('r') : kind === 'write' ? share('w') : null,
  }
}

const HEADINGS = [
  'row',
  'conn',
  'req/s',
  'p50 ms',
  'p99 ms',
  'non-2xx',
  'KB',
  'of (b)',
  'as long',
  'of (r|w)',
  'gateway',
  'service',
  'nats',
  'mongod',
  'load',
  'cpu',
  'trips',
  'reads',
  'writes',
  'others',
]

/** One line per point. CPU is in microseconds per request, reads and writes are MongoDB's per request, `others` are cores. */
export function renderTable(lines: readonly ResultLine[], rows: readonly Row[]): string {
  const table = lines.map((line) => {
    const row = rows.find(({ name }) => name === line.row)!
    const shares = sharesOf(line, row, lines)
    const cpu = (names: readonly string[]) => {
      const known = names.filter((name) => line.cpu_us[name] !== undefined)
      return known.length === 0 ? '' : known.map((name) => line.cpu_us[name]).join('+')
    }
    return [
      `${row.title}${line.round > 1 ? ` #${line.round}` : ''}`,
      String(line.connections),
      line.rate.toFixed(0),
      line.latency.p50.toFixed(2),
      line.latency.p99.toFixed(2),
      line.failed === 0 ? '0' : `${line.failed} !`,
      (line.bytes / line.requests / 1024).toFixed(1),
      row.kind === 'baseline' ? percent(row.name === 'b' ? null : shares.of_b) : marked(shares.of_b, row, line),
      percent(shares.of_as_long),
      percent(shares.of_own),
      cpu(['gateway', 'bench-gateway', 'plain']),
      cpu(row.services.filter((name) => !['gateway', 'bench-gateway', 'plain'].includes(name))),
      cpu(['nats']),
      cpu(['mongodb']),
      cpu(['load']),
      String(totalCpu(line)),
      line.db.trips.toFixed(2),
      line.db.reads.toFixed(2),
      line.db.writes.toFixed(2),
      line.others_cores === null ? '' : line.others_cores.toFixed(2),
    ]
  })
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...table.map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')
  return [line(HEADINGS), ...table.map(line)].join('\n')
}

/**
 * CPU microseconds per request of all processes together: where the machine is the limit, throughput is cores divided by this.
 */
const totalCpu = ({ cpu_us }: ResultLine) => Object.values(cpu_us).reduce((sum, us) => sum + us, 0)

const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(0)} %`)

/** With its target, where it has one at this number of connections. */
function marked(share: number | null, { target }: Row, { connections }: ResultLine) {
  const text = percent(share)
  return target === undefined || connections !== 32 || share === null
    ? text
    : `${text} ${share >= target ? '>=' : '<'} ${target * 100}`
}

/**
 * Where a process's CPU time per request went: the functions that cost most themselves, those that cost most with their
 * callees, packages.
 */
export function renderProfiles({ row, connections, profiles = {} }: ResultLine, top: number): string {
  return Object.entries(profiles)
    .map(([name, { hot, by_module, file }]) => {
      const functions = (by: 'self_us' | 'total_us') =>
        hot
          .toSorted((x, y) => y[by] - x[by])
          .slice(0, top)
          .map(
            (one) => `  ${one.self_us.toFixed(1).padStart(7)} ${one.total_us.toFixed(1).padStart(7)}  ${one.name}  ${one.where}`,
          )
      const modules = by_module.slice(0, top).map(({ where, self_us }) => `  ${self_us.toFixed(1).padStart(7)}  ${where}`)
      return [
        `${row}, ${connections} connections, ${name}, us of CPU per request (${file})`,
        '     self   total  function, by self',
        ...functions('self_us'),
        '     self   total  function, by total',
        ...functions('total_us'),
        '     self  package or file',
        ...modules,
      ].join('\n')
    })
    .join('\n\n')
}
