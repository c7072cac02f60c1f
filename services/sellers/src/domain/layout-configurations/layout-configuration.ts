import type { DecisionContext, LayoutConfiguration, LayoutWidget } from '@souk/contracts'

/** Widget ids are stored as values: they may contain characters that are special in field names. */
type KeptWidget = LayoutWidget & { widget_id: string }

/** A layout configuration as stored. */
export interface LayoutConfigurationRecord extends Omit<LayoutConfiguration, 'configuration'> {
  widgets: readonly KeptWidget[]
  /** For an administrator's own one: false once the same administrator has saved the default, which applies from then on. */
  is_active: boolean
  deleted_at: string | null
}

type Widgets = LayoutConfiguration['configuration']['widgets']

/** The configuration with exactly these widgets; a deleted one starts anew. */
export const withWidgets =
  (widgets: Widgets) =>
  (before: LayoutConfigurationRecord, { now }: Pick<DecisionContext, 'now'>): LayoutConfigurationRecord => ({
    ...before,
    widgets: Object.entries(widgets).map(([widget_id, preference]) => ({ widget_id, ...preference })),
    is_active: true,
    created_at: before.deleted_at === null ? before.created_at : now,
  })

/** Unchanged if it already does not apply. */
export const setAside = (own: LayoutConfigurationRecord): LayoutConfigurationRecord =>
  own.is_active ? { ...own, is_active: false } : own

export const widgetsOf = ({ widgets }: Pick<LayoutConfigurationRecord, 'widgets'>): Widgets =>
  Object.fromEntries(widgets.map(({ widget_id, ...preference }) => [widget_id, preference]))
