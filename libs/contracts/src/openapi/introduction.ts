/** Rules of all operations, told once, in the description of the OpenAPI document (CommonMark). */
export const INTRODUCTION = `Souk speaks the HTTP interfaces of Medusa v2 (\`/store\`, \`/admin\`) and Mercur (\`/vendor\`): official clients of both work
with it. Everything is JSON in UTF-8; amounts are numbers in major units of their currency (\`12.5\` euros), times ISO 8601 in UTC.

## Trying it

\`npm start\` brings up an instance with demonstration data and shows its accounts; \`.souk/dev.json\` holds its keys, passwords and tokens. **Authorize** takes a token or
a key; the examples below then work as they are, from top to bottom, but for passwords, which you fill in, the calculation of a shipping price,
which no provider offers, and operations that want a token of their own. That token
comes with an invite or a mail, or from a registration: \`POST /admin/invites/accept\`, \`POST /vendor/invites/accept\`, \`POST /vendor/sellers\`, \`POST /auth/{actor_type}/emailpass/update\`,
\`POST /store/customers\`, \`POST /store/orders/{id}/transfer/accept\`, \`POST /store/orders/{id}/transfer/decline\`.

## Log-in and keys

\`POST /auth/user/emailpass\` (\`seller\` and \`customer\` likewise) answers a token, valid for 24 hours unless the installation says otherwise, which is sent as \`Authorization: Bearer …\`. Programs
that act as an administrator send a secret API key as the user name of HTTP Basic. Storefronts send their publishable key as \`x-publishable-api-key\`, and the token of a
customer who logged in beside it. Browsers may keep a token in a cookie instead, which no script can read: \`POST /auth/session\`. Foreign and unknown records are answered alike.

## Errors

A refusal has a status of 400 or above and a body of \`type\`, \`message\`, \`request_id\` and, where one type has several causes, \`code\`. A request that does not fit its schema is refused with all of
its problems in \`errors\`, each with its path. Unknown parameters, and unknown fields at the top level of a body, are refused, not ignored, except an object
\`additional_data\` and, below \`/store\`, a parameter \`locale\`, which change nothing (but values of attributes that a product gets with it), and what comes with the e-mail and password of a log-in or a registration. Inside items, prices, labels and other nested objects unknown fields are ignored where Medusa ignores them. \`Request-Id\` may be sent (1 to 128 printable characters) and
is answered: it finds the request in the logs.

503 says that nothing was changed, and is worth a repeat after \`Retry-After\` seconds. 504 with the code \`deadline_exceeded\` says the same, without a time to wait; 504 with
\`outcome_unknown\` says that a change may or may not have been made: repeat the request with the same \`Idempotency-Key\` to find out.

## Lists

A list answers its records beside \`count\` (of all that are found), \`offset\` and \`limit\`. \`limit=0\` only counts; a limit above 9999 is taken for 9999.

- \`order=-created_at,title\`: by one or several of the fields that the list names, \`-\` for descending. The order without it differs from list to list (most begin with the
  oldest record, others, such as \`/vendor/orders\`, with the newest); the parameter says which.
- Filters: \`status=draft\`, several values as \`status[]=draft&status[]=active\` or \`status[0]=draft\`, operators as \`created_at[$gte]=2026-01-01\`
  (\`$eq\`, \`$ne\`, \`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\`; of texts also \`$like\`, \`$ilike\`), \`null\` for what has no value. All of them must hold; groups are
  written \`$or[0][status]=draft&$or[1][title]=Sale\`, and likewise \`$and\`.
- \`q\`: each of its words must be found in the record: at the beginning of a word or, in most lists, anywhere inside one; the parameter says which. Case and accents do not count.

What a list does not name is refused, not ignored.

## Fields

\`fields\` chooses what an answer shows: \`fields=id,total\` only these, \`fields=+metadata\` these as well, \`fields=-items\` all but these, \`fields=*customer\` all of a relation, dots go deeper
(\`items.variant.sku\`). Some relations are null unless they are asked for. That is why no field of a record is marked as required here: without \`fields\` all of them are there, null when there is nothing.

## Repeating a request

An operation that lists the header \`Idempotency-Key\` takes one (1 to 255 printable ASCII characters): then the request may be sent again, for example after a lost answer, and has one effect.

- The same request with the same key is answered with the same status and bytes, and \`Idempotent-Replayed: true\`, for 24 hours. Not kept, so that a repeat is tried anew: 401, 429, 5xx, every refusal with \`Retry-After\`, and 400 of a request that does not fit its schema.
- Another request with the same key is refused with 422; while the first is still running, 409 with \`Retry-After\`.
- A key belongs to whoever sends it. A guest's belongs to the record that the path names or, where it names none, to the address of the client: then it must be random and have 16 characters or more.

## Revisions

An answer that shows one record has an \`ETag\`. Send it as \`If-None-Match\` to be answered 304, without a body, while nothing of what is shown has changed; send it as \`If-Match\` to be refused with 412 if the record
has moved on. \`"7"\` is the revision of the record; the rest of \`"7-…"\` stands for other records that are shown with it (the prices of a list, the customer of an order). \`If-None-Match\` compares
all of it, \`If-Match\` the revision alone. Where there is no record to compare, as with log-in, lists and creation, \`If-Match\` is refused with 400.

## Files

\`POST /admin/uploads\` and \`POST /vendor/uploads\` take a form (\`multipart/form-data\`) of up to ten images, texts, CSV or PDF files and answer \`{"files": [{"id", "url"}]}\`; \`GET /admin/uploads/{id}\` answers
\`{"file": {"id", "url"}}\`, and \`DELETE /admin/uploads/{id}\` removes it. \`POST /admin/uploads/presigned-urls\` answers where a client may \`PUT\` a file itself. Where the installation keeps no files they are answered 501. An \`Idempotency-Key\` counts for nothing there.

## Limits

A JSON body holds at most 256 KiB, an uploaded file 10 MiB unless the installation says otherwise, the headers 16 KiB (100 of them), a query string 32 KiB and 1000 values, a path value 200 characters. Wrong guesses (log-in, gift card codes) are limited for each address, and so are registrations and forgotten passwords; whether all requests are, the installation says: then \`X-RateLimit-*\` stands in every answer.
Beyond a limit the answer is 429 with \`Retry-After\`. \`X-Timeout-Ms\` (milliseconds, at least 50) shortens
the time in which the request is answered or given up with 503 or 504: 5 seconds for most operations, which it cannot lengthen.

Records are bounded as JSON: metadata 64 KiB however many requests add to them, a product with its variants and images 1 MiB, the addresses of a customer 512 KiB. What would make one larger is refused (400).`
