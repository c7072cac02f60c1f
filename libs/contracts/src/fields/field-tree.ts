import type { z } from 'zod'
import { fieldsOf, type Step } from './field-schema.ts'

/**
 * How an answer shows one field: `whole` as it is (for a record: every field except those that must be requested), `null` instead
 * of a record that was not requested, `empty` instead of such a list, `raw` the twin of a number, or a branch that lists the
 * fields of a nested record. A lean list is `whole` as it is stored, and a branch once a path has named it.
 */
export type Choice = 'whole' | 'null' | 'empty' | 'raw' | Branch
export type Branch = Map<string, Choice>

/** A record of which only the id is chosen so far. */
export const bareBranch = (schema: z.ZodObject): Branch => new Map(fieldsOf(schema).has('id') ? [['id', 'whole']] : [])

/** Adds the field at the end of the steps: a relation as a whole record, or with `plain` only its plain values. */
export function include(choice: Choice | undefined, schema: z.ZodObject, steps: readonly Step[], plain: boolean): Choice {
  const [step, ...rest] = steps
  if (!step) return plain ? withPlainValues(choice, schema) : withDefaults(choice, schema)
  if (choice === 'whole' && steps.every((one) => isShownByDefault(one) && !one.field.lean)) return choice
  const branch = branchOf(choice, schema)
  const { name, raw } = step
  const { relation, lean } = step.field
  if (raw || !relation) return branch.set(name, raw ? 'raw' : 'whole')
  const included = include(branch.get(name), relation, rest, plain)
  return branch.set(name, lean ? branchOf(included, relation) : included)
}

/** Removes the field at the end of the steps, with everything below it. A record that is shown always keeps its id. */
export function exclude(choice: Choice, schema: z.ZodObject, steps: readonly Step[]): Choice {
  const [step, ...rest] = steps
  if (!step || isUnasked(choice) || choice === 'raw') return choice
  const { name } = step
  const branch = branchOf(choice, schema)
  const current = branch.get(name)
  if (current === undefined) return branch
  if (rest.length > 0 && step.field.relation) branch.set(name, exclude(current, step.field.relation, rest))
  else if (name !== 'id') branch.delete(name)
  return branch
}

/** Whether the choice shows the field at the end of the steps. */
export function shows(choice: Choice | undefined, steps: readonly Step[]): boolean {
  if (choice === undefined || isUnasked(choice)) return false
  const [step, ...rest] = steps
  if (!step) return true
  if (choice === 'whole') return steps.every(isShownByDefault)
  return choice !== 'raw' && shows(choice.get(step.name), rest)
}

/** The `fields` entries that choose exactly what the branch chooses. */
export function entriesOf(branch: Branch, prefix = ''): string[] {
  return [...branch].flatMap(([name, choice]) =>
    choice instanceof Map ? entriesOf(choice, `${prefix}${name}.`) : isUnasked(choice) ? [] : prefix + name,
  )
}

const isUnasked = (choice: Choice) => choice === 'null' || choice === 'empty'

const isShownByDefault = ({ field, raw }: Step) => !field.asked && !raw

/** The choice with its own map of fields, which the caller may change: choices are never shared between selections. */
function branchOf(choice: Choice | undefined, schema: z.ZodObject): Branch {
  if (choice instanceof Map) return choice
  const branch = bareBranch(schema)
  if (choice !== 'whole') return branch
  for (const [name, { asked, optional }] of fieldsOf(schema)) {
    if (!asked) branch.set(name, 'whole')
    else if (!optional) branch.set(name, 'null')
  }
  return branch
}

function withPlainValues(choice: Choice | undefined, schema: z.ZodObject): Choice {
  if (choice === 'whole') return choice
  const branch = branchOf(choice, schema)
  for (const [name, { asked, blank, relation, along }] of fieldsOf(schema)) {
    if (blank && !branch.has(name)) branch.set(name, 'empty')
    if (!relation && !asked) branch.set(name, 'whole')
    if (relation && along === 'whole') branch.set(name, withDefaults(branch.get(name), relation))
    if (relation && along === 'plain') branch.set(name, withValuesOnly(branch.get(name), relation))
  }
  return branch
}

/** The choice without the records that come along, which may contain each other. */
function withValuesOnly(choice: Choice | undefined, schema: z.ZodObject): Choice {
  if (choice === 'whole') return choice
  const branch = branchOf(choice, schema)
  for (const [name, { asked, relation }] of fieldsOf(schema)) if (!asked && !relation) branch.set(name, 'whole')
  return branch
}

function withDefaults(choice: Choice | undefined, schema: z.ZodObject): Choice {
  if (!(choice instanceof Map)) return 'whole'
  for (const [name, { asked, optional, relation }] of fieldsOf(schema)) {
    const current = choice.get(name)
    if (asked) {
      if (!optional && current === undefined) choice.set(name, 'null')
    } else choice.set(name, relation ? withDefaults(current, relation) : 'whole')
  }
  return choice
}
