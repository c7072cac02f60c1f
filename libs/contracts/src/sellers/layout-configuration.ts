import { z } from 'zod'
import { FilledTextInput, fieldTraits, Id, timestamps } from '../fields/common.ts'
import { jsonBytes } from '../fields/json-bytes.ts'

/** Most widgets in one configuration. */
export const MAX_LAYOUT_WIDGETS = 400
/** Most bytes of all its widgets as JSON. */
export const MAX_LAYOUT_BYTES = 64 * 1024

const text = FilledTextInput()

const WidgetInput = z.strictObject({
  hidden: z.boolean().optional(),
  section: text.optional(),
  order: z.number().optional(),
})

/**
 * Preferences by widget id, which may be any text that the dashboard makes: `core:Summary`, `widget:order.details.after:0`. Dots
 * and `$` in it have no special meaning in the database.
 */
export const LayoutWidgetsInput = z
  .record(text, WidgetInput)
  .refine((widgets) => Object.keys(widgets).length <= MAX_LAYOUT_WIDGETS, `must not hold more than ${MAX_LAYOUT_WIDGETS} widgets`)
  .refine((widgets) => jsonBytes(widgets) <= MAX_LAYOUT_BYTES, `must not be larger than ${MAX_LAYOUT_BYTES} bytes as JSON`)

/** The display of one widget on a page. */
const LayoutWidget = z.object({
  hidden: z.boolean().optional().describe('Whether the widget is hidden.'),
  section: z.string().optional().describe('The section of the page that it is placed in, if not its own.'),
  order: z.number().optional().describe('Position within the section.'),
})
export type LayoutWidget = z.infer<typeof LayoutWidget>

/** The layout of one of the dashboard's pages: for one administrator, or for all without a configuration of their own. */
export const LayoutConfiguration = z
  .object({
    id: Id,
    zone: z.string().describe('The page, as named by the dashboard: `product.details`.'),
    user_id: Id.nullable().describe('The administrator it belongs to; null for the default of the zone.'),
    is_system_default: z.boolean().describe('Whether it is the default of the zone.'),
    configuration: z
      .object({ widgets: z.record(z.string(), LayoutWidget).describe('By widget ID.') })
      .register(fieldTraits, { value: true }),
    ...timestamps,
  })
  .meta({ id: 'LayoutConfiguration' })
export type LayoutConfiguration = z.infer<typeof LayoutConfiguration>
