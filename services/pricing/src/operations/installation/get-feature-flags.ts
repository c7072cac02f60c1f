import { getFeatureFlags as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'

const feature_flags = {
  backend_hmr: false,
  caching: false,
  index_engine: false,
  rbac: false,
  rbac_filter_fields: false,
  translation: false,
  view_configurations: false,
}

export const getFeatureFlags = implement(contract, async () => ({ feature_flags }))
