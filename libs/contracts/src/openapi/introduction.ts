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

Every refusal has a status of its own and a body of \`type\`, \`message\`, \`request_id\` and, where programs need more, \`code\`. A request that does not fit its schema is refused with all of
its problems in \`errors\`, each with its path. Unknown fields of a body and unknown parameters are refused, not ignored, but for an object
\`additional_data\` in a body, which changes nothing. \`Request-Id\` may be sent (1 to 128 printable characters) and
is answered: it finds the request in the logs.

503 says that nothing was changed, and is worth a repeat after \`Retry-After\` seconds. 504 says that nobody knows: repeat the request with the same \`Idempotency-Key\` to find out.

## Lists

A list answers its records beside \`count\` (of all that are found), \`offset\` and \`limit\`. \`limit=0\` only counts; a limit above 9999 is taken for 9999.

- \`order=-created_at,title\`: by one or several of the fields that the list names, \`-\` for the other way round. The newest come first by default.
- Filters: \`status=draft\`, several values as \`status[]=draft&status[]=active\` or \`status[0]=draft\`, operators as \`created_at[$gte]=2026-01-01\`
  (\`$eq\`, \`$ne\`, \`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\`; of texts also \`$like\`, \`$ilike\`), \`null\` for what has no value. All of them must hold; groups are
  written \`$or[0][status]=draft&$or[1][title]=Sale\`, and likewise \`$and\`.
- \`q\`: each of its words begins a word of the record. Case and accents do not count.

What a list does not name is refused, not ignored.

## Fields

\`fields\` chooses what an answer shows: \`fields=id,total\` only these, \`fields=+metadata\` these as well, \`fields=-items\` all but these, \`fields=*customer\` all of a relation, dots go deeper
(\`items.variant.sku\`). Some relations are null unless they are asked for. That is why no field of a record is marked as required here: without \`fields\` all of them are there, null when there is nothing.

## Repeating a request

Anything but \`GET\` may carry an \`Idempotency-Key\` (1 to 255 printable ASCII characters): then it may be sent again, after a lost answer for one, and has one effect.

- The same request with the same key is answered with the same status and bytes, and \`Idempotent-Replayed: true\`, for 24 hours; refusals that the key cannot be blamed for (401, 429, 5xx, and 400 of the schema) are not kept.
- Another request with the same key is refused with 422; while the first is still running, 409 with \`Retry-After\`.
- A key belongs to who sends it. A guest's belongs to the record that the path names or, where it names none, to the address of the client: then it must be random and have 16 characters or more.

## Revisions

An answer that shows one record has an \`ETag\`. Send it as \`If-None-Match\` to be answered 304, without a body, while nothing of what is shown has changed; send it as \`If-Match\` to be refused with 412 if the record
has moved on. \`"7"\` is the revision of the record; the rest of \`"7-…"\` stands for other records that are shown with it (the prices of a list, the customer of an order). \`If-None-Match\` compares
all of it, \`If-Match\` the revision alone. Where there is no record to compare, as with log-in, lists and creation, \`If-Match\` is refused with 400.

## Files

\`POST /admin/uploads\` and \`POST /vendor/uploads\` take a form (\`multipart/form-data\`) of up to ten images, texts, CSV or PDF files and answer \`{"files": [{"id", "url"}]}\`; \`GET /admin/uploads/{id}\` answers
\`{"file": {"id", "url"}}\`, and \`DELETE /admin/uploads/{id}\` removes it. \`POST /admin/uploads/presigned-urls\` answers where a client may \`PUT\` a file itself. Where the installation keeps no files they are answered 501. An \`Idempotency-Key\` counts for nothing there.

## Limits

A body holds at most 256 KiB, the headers 16 KiB, a path value 200 characters. Wrong guesses (log-in, gift card codes) are limited for each address; whether all requests are, the installation says: then \`X-RateLimit-*\` stands in every answer.
Beyond a limit the answer is 429 with \`Retry-After\`. \`X-Timeout-Ms\` asks for an answer within that time, or none.`
