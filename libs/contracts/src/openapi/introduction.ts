/** The rules of all operations, for the description of the OpenAPI document (CommonMark). */
export const INTRODUCTION = `Souk implements the HTTP APIs of Medusa v2 (\`/store\`, \`/admin\`) and Mercur (\`/vendor\`): the official clients of both work
with it. All data is JSON in UTF-8; amounts are numbers in major units of their currency (\`12.5\` euros), times are ISO 8601 in UTC.

## Trying it

\`npm start\` starts an instance with demonstration data and shows its accounts; \`.souk/dev.json\` contains its keys, passwords and tokens. **Authorize** accepts a token or
a key; the examples below then work as they are, from top to bottom, except for passwords, which you fill in, the calculation of a shipping price,
which no provider offers, and operations that require a token or a code of their own. These
come from an invite, an e-mail, a registration or an authenticator app: \`POST /admin/invites/accept\`, \`POST /vendor/invites/accept\`, \`POST /vendor/sellers\`, \`POST /auth/{actor_type}/emailpass/update\`,
\`POST /store/customers\`, \`POST /store/orders/{id}/transfer/accept\`, \`POST /store/orders/{id}/transfer/decline\`,
\`POST /auth/mfa/factors/{id}/verify\`, \`DELETE /auth/mfa/factors/{id}\`, \`POST /auth/mfa/recovery-codes\`, \`POST /auth/mfa/challenges/{id}/verify\`.

## Log-in and keys

\`POST /auth/user/emailpass\` (likewise \`seller\` and \`customer\`) returns a token, valid for 24 hours unless configured otherwise, to be sent as \`Authorization: Bearer …\`. Programs
that act as an administrator send a secret API key as the HTTP Basic user name. Storefronts send their publishable key as \`x-publishable-api-key\` and, for logged-in customers,
the customer's token as well. Browsers can keep a token in a cookie instead, which scripts cannot read: \`POST /auth/session\`.

An account may have a second factor, an authenticator app (\`POST /auth/mfa/factors\`, then \`POST /auth/mfa/factors/{id}/verify\` with its first code). Its log-in then answers \`mfa_required\` and an \`mfa_challenge\`, and a token
that opens nothing; \`POST /auth/mfa/challenges/{id}/verify\` with a code, or with one of the account's recovery codes, returns the token. Records of others are treated like records that do not exist.

## Errors

An error response has a status of 400 or above and a body with \`type\`, \`message\`, \`request_id\` and, if one type has several causes, \`code\`. A request that does not match its schema is refused with all of
its problems in \`errors\`, each with its path. Unknown parameters, and unknown fields at the top level of a body, are refused rather than ignored, except for an object
\`additional_data\` (ignored, apart from the attribute values of a product), a parameter \`locale\` below \`/store\` (ignored), and, in a log-in or a registration, fields besides the e-mail and password (ignored). Inside items, prices, labels and other nested objects, unknown fields are ignored where Medusa ignores them. \`Request-Id\` can be sent (1 to 128 printable characters) and
is returned: it identifies the request in the logs.

503 means that nothing was changed: try again after \`Retry-After\` seconds. 504 with the code \`deadline_exceeded\` means the same, without a time to wait; 504 with
\`outcome_unknown\` means that a change may or may not have been made: repeat the request with the same \`Idempotency-Key\` to find out.

## Lists

A list returns its records with \`count\` (the number of all matching records), \`offset\` and \`limit\`. \`limit=0\` only counts; a limit above 9999 is treated as 9999.

- \`order=-created_at,title\`: sorts by one or more of the fields documented for the list, \`-\` for descending. The default order differs from list to list (most begin with the
  oldest record, others, such as \`/vendor/orders\`, with the newest); see the parameter's description.
- Filters: \`status=draft\`, several values as \`status[]=draft&status[]=active\` or \`status[0]=draft\`, operators as \`created_at[$gte]=2026-01-01\`
  (\`$eq\`, \`$ne\`, \`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\`; of texts also \`$like\`, \`$ilike\`), \`null\` for records without a value. All filters must match; groups are
  written \`$or[0][status]=draft&$or[1][title]=Sale\`, and likewise \`$and\`.
- \`q\`: each of its words must occur in the record: at the beginning of a word or, in most lists, anywhere inside one; see the parameter's description. Case and accents are ignored.

Parameters that a list does not document are refused rather than ignored.

## Fields

\`fields\` selects what a response contains: \`fields=id,total\` only these, \`fields=+metadata\` these in addition, \`fields=-items\` all but these, \`fields=*customer\` all of a relation; dots select nested fields
(\`items.variant.sku\`). Some relations are null unless requested. This is why no field of a record is marked as required here: without \`fields\`, all of them are present, null if they have no value.

## Repeating a request

An operation that documents the header \`Idempotency-Key\` accepts one (1 to 255 printable ASCII characters): the request can then be sent again, for example after a lost response, and takes effect only once.

- The same request with the same key returns the same status and bytes, with \`Idempotent-Replayed: true\`, for 24 hours. The following are not kept, so that a repeated request is executed again: 401, 429, 5xx, every error response with \`Retry-After\`, and 400 for a request that does not match its schema.
- A different request with the same key is refused with 422; a request sent while the first one is still running, with 409 and \`Retry-After\`.
- A key belongs to the caller who sends it. A guest's key belongs to the record in the path or, if there is none, to the address of the client: it must then be random and have at least 16 characters.

## Revisions

A response with a single record has an \`ETag\`. Send it as \`If-None-Match\` to get 304, without a body, as long as nothing in the response has changed; send it as \`If-Match\` to have the request refused with 412 if the record
has changed since. \`"7"\` is the revision of the record; the rest of \`"7-…"\` represents other records included with it (the prices of a list, the customer of an order). \`If-None-Match\` compares
all of it, \`If-Match\` only the revision. If there is no record to compare, as for log-in, lists and creation, \`If-Match\` is refused with 400.

## Files

\`POST /admin/uploads\` and \`POST /vendor/uploads\` accept a form (\`multipart/form-data\`) with up to ten images, texts, CSV or PDF files and return \`{"files": [{"id", "url"}]}\`; \`GET /admin/uploads/{id}\` returns
\`{"file": {"id", "url"}}\`, and \`DELETE /admin/uploads/{id}\` removes it. \`POST /admin/uploads/presigned-urls\` returns a URL to which a client can \`PUT\` a file itself. If the installation stores no files, these routes return 501. They ignore \`Idempotency-Key\`.

## Limits

Maximum sizes: 256 KiB for a JSON body, 10 MiB for an uploaded file unless configured otherwise, 16 KiB for the headers (100 of them), 32 KiB and 1000 values for a query string, 500 characters for a path value (an id has at most 100). Wrong guesses (log-in, gift card codes) are limited per address, as are registrations and password resets. An installation can also limit all requests: every response then has \`X-RateLimit-*\` headers.
Beyond a limit, the response is 429 with \`Retry-After\`. \`X-Timeout-Ms\` (milliseconds, at least 50) shortens
the time after which a request fails with 503 or 504: 5 seconds for most operations. It cannot be extended.

The size of records as JSON is limited: metadata to 64 KiB, however many requests add to it, a product with its variants and images to 1 MiB, the addresses of a customer to 512 KiB. A request that would exceed this is refused (400).`
