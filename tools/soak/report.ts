import type { machineFacts } from '../bench/machine.ts'
import type { SoakOptions } from './options.ts'
import type { Summary } from './tally.ts'
import { isLongEnough, type Row, settledAfter } from './verdict.ts'

export interface Results {
  machine: ReturnType<typeof machineFacts>
  options: SoakOptions
  /** Requests per second. */
  capacity: number | null
  rate: number
  /** So far, when the run was interrupted. */
  minutes: number
  load_average: number
  answers: Summary
  rows: Row[]
  broken: string[]
}

const KEPT = 'Kept: no process of Souk grows by more than 1 MB or one file a minute, none was restarted, nothing failed.'
const TOO_SHORT = 'Nothing failed. Too short to say anything of growth: that takes 20 minutes.'

/** The results as a text with a table. */
export function renderMarkdown({ machine, capacity, rate, minutes, load_average, answers, rows, broken }: Results): string {
  const settled = settledAfter(minutes)
  const number = (value: number | null | undefined, digits = 0) => (value == null ? '–' : value.toFixed(digits))
  const lines = rows.map(({ process, memory_mb, files }) =>
    [
      process,
      number(memory_mb.start),
      number(memory_mb.end),
      number(memory_mb.highest),
      number(memory_mb.slope, 2),
      files ? `${number(files.start)} → ${number(files.end)}` : '–',
      number(files?.slope, 2),
    ].join(' | '),
  )
  return [
    `${number(minutes, 1)} minutes at ${number(rate)}/s${capacity === null ? '' : ` (capacity ${number(capacity)}/s)`}, commit ${machine.commit}, Node ${machine.node}, ${machine.cores} cores, load average ${load_average} at the end.`,
    `${answers.requests} requests, ${answers.failed} failed, p50 ${answers.p50_ms} ms, p99 ${answers.p99_ms} ms, generator late by ${answers.lag_p99_ms} ms (p99). Other answers: ${JSON.stringify(answers.others)}.`,
    '',
    `| Process | RSS at the start, MB | at the end | highest | slope after minute ${number(settled, 1)}, MB/min | files | slope, files/min |`,
    '|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
    '',
    ...broken.map((sentence) => `- broken: ${sentence}`),
    ...(broken.length > 0 ? [] : [isLongEnough(minutes) ? KEPT : TOO_SHORT]),
    '',
  ].join('\n')
}
