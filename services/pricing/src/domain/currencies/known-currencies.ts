/**
 * The currencies that clients of Medusa know, in its notation: code, symbol, native symbol, name, decimal digits, and the step of
 * cash prices if it is not the minor unit. Some are no longer in use; decimal digits are 0 where minor units are no longer used.
 */
export const KNOWN_CURRENCIES = `
aed | AED | د.إ.‏ | United Arab Emirates Dirham | 2
afn | Af | ؋ | Afghan Afghani | 0
all | ALL | Lek | Albanian Lek | 0
amd | AMD | դր. | Armenian Dram | 0
aoa | AOA | Kz | Angolan Kwanza | 2
ars | AR$ | $ | Argentine Peso | 2
aud | AU$ | $ | Australian Dollar | 2
azn | man. | ман. | Azerbaijani Manat | 2
bam | KM | KM | Bosnia-Herzegovina Convertible Mark | 2
bdt | Tk | ৳ | Bangladeshi Taka | 2
bgn | BGN | лв. | Bulgarian Lev | 2
bhd | BD | د.ب.‏ | Bahraini Dinar | 3
bif | FBu | FBu | Burundian Franc | 0
bnd | BN$ | $ | Brunei Dollar | 2
bob | Bs | Bs | Bolivian Boliviano | 2
brl | R$ | R$ | Brazilian Real | 2
bwp | BWP | P | Botswanan Pula | 2
byn | Br | руб. | Belarusian Ruble | 2
bzd | BZ$ | $ | Belize Dollar | 2
cad | CA$ | $ | Canadian Dollar | 2
cdf | CDF | FrCD | Congolese Franc | 2
chf | CHF | CHF | Swiss Franc | 2 | 0.05
clp | CL$ | $ | Chilean Peso | 0
cny | CN¥ | CN¥ | Chinese Yuan | 2
cop | CO$ | $ | Colombian Peso | 0
crc | ₡ | ₡ | Costa Rican Colón | 0
cve | CV$ | CV$ | Cape Verdean Escudo | 2
czk | Kč | Kč | Czech Republic Koruna | 2
djf | Fdj | Fdj | Djiboutian Franc | 0
dkk | Dkr | kr | Danish Krone | 2
dop | RD$ | RD$ | Dominican Peso | 2
dzd | DA | د.ج.‏ | Algerian Dinar | 2
eek | Ekr | kr | Estonian Kroon | 2
egp | EGP | ج.م.‏ | Egyptian Pound | 2
ern | Nfk | Nfk | Eritrean Nakfa | 2
etb | Br | Br | Ethiopian Birr | 2
eur | € | € | Euro | 2
gbp | £ | £ | British Pound Sterling | 2
gel | GEL | GEL | Georgian Lari | 2
ghs | GH₵ | GH₵ | Ghanaian Cedi | 2
gmd | D | D | Gambian Dalasi | 2
gnf | FG | FG | Guinean Franc | 0
gtq | GTQ | Q | Guatemalan Quetzal | 2
hkd | HK$ | $ | Hong Kong Dollar | 2
hnl | HNL | L | Honduran Lempira | 2
hrk | kn | kn | Croatian Kuna | 2
huf | Ft | Ft | Hungarian Forint | 0
idr | Rp | Rp | Indonesian Rupiah | 0
ils | ₪ | ₪ | Israeli New Sheqel | 2
inr | Rs | ₹ | Indian Rupee | 2
iqd | IQD | د.ع.‏ | Iraqi Dinar | 0
irr | IRR | ﷼ | Iranian Rial | 0
irt | IRT | تومان | Iranian Toman | 0
isk | Ikr | kr | Icelandic Króna | 0
jmd | J$ | $ | Jamaican Dollar | 2
jod | JD | د.أ.‏ | Jordanian Dinar | 3
jpy | ¥ | ￥ | Japanese Yen | 0
kes | Ksh | Ksh | Kenyan Shilling | 2
khr | KHR | ៛ | Cambodian Riel | 2
kmf | CF | FC | Comorian Franc | 0
krw | ₩ | ₩ | South Korean Won | 0
kwd | KD | د.ك.‏ | Kuwaiti Dinar | 3
kzt | KZT | тңг. | Kazakhstani Tenge | 2
lbp | LB£ | ل.ل.‏ | Lebanese Pound | 0
lkr | SLRs | SL Re | Sri Lankan Rupee | 2
ltl | Lt | Lt | Lithuanian Litas | 2
lvl | Ls | Ls | Latvian Lats | 2
lyd | LD | د.ل.‏ | Libyan Dinar | 3
mad | MAD | د.م.‏ | Moroccan Dirham | 2
mdl | MDL | MDL | Moldovan Leu | 2
mga | MGA | MGA | Malagasy Ariary | 0
mkd | MKD | MKD | Macedonian Denar | 2
mmk | MMK | K | Myanma Kyat | 0
mnt | MNT | ₮ | Mongolian Tugrig | 0
mop | MOP$ | MOP$ | Macanese Pataca | 2
mur | MURs | MURs | Mauritian Rupee | 0
mwk | K | K | Malawian Kwacha | 2
mxn | MX$ | $ | Mexican Peso | 2
myr | RM | RM | Malaysian Ringgit | 2
mzn | MTn | MTn | Mozambican Metical | 2
nad | N$ | N$ | Namibian Dollar | 2
ngn | ₦ | ₦ | Nigerian Naira | 2
nio | C$ | C$ | Nicaraguan Córdoba | 2
nok | Nkr | kr | Norwegian Krone | 2
npr | NPRs | नेरू | Nepalese Rupee | 2
nzd | NZ$ | $ | New Zealand Dollar | 2
omr | OMR | ر.ع.‏ | Omani Rial | 3
pab | B/. | B/. | Panamanian Balboa | 2
pen | S/. | S/. | Peruvian Nuevo Sol | 2
php | ₱ | ₱ | Philippine Peso | 2
pkr | PKRs | ₨ | Pakistani Rupee | 0
pln | zł | zł | Polish Zloty | 2
pyg | ₲ | ₲ | Paraguayan Guarani | 0
qar | QR | ر.ق.‏ | Qatari Rial | 2
ron | RON | RON | Romanian Leu | 2
rsd | din. | дин. | Serbian Dinar | 0
rub | RUB | ₽. | Russian Ruble | 2
rwf | RWF | FR | Rwandan Franc | 0
sar | SR | ر.س.‏ | Saudi Riyal | 2
sdg | SDG | SDG | Sudanese Pound | 2
sek | Skr | kr | Swedish Krona | 2
sgd | S$ | $ | Singapore Dollar | 2
sos | Ssh | Ssh | Somali Shilling | 0
syp | SY£ | ل.س.‏ | Syrian Pound | 0
thb | ฿ | ฿ | Thai Baht | 2
tjs | TJS | с. | Tajikistani Somoni | 2
tnd | DT | د.ت.‏ | Tunisian Dinar | 3
top | T$ | T$ | Tongan Paʻanga | 2
try | ₺ | ₺ | Turkish Lira | 2
ttd | TT$ | $ | Trinidad and Tobago Dollar | 2
twd | NT$ | NT$ | New Taiwan Dollar | 2
tzs | TSh | TSh | Tanzanian Shilling | 0
uah | ₴ | ₴ | Ukrainian Hryvnia | 2
ugx | USh | USh | Ugandan Shilling | 0
usd | $ | $ | US Dollar | 2
uyu | $U | $ | Uruguayan Peso | 2
uzs | UZS | UZS | Uzbekistan Som | 0
vef | Bs.F. | Bs.F. | Venezuelan Bolívar | 2
vnd | ₫ | ₫ | Vietnamese Dong | 0
xaf | FCFA | FCFA | CFA Franc BEAC | 0
xof | CFA | CFA | CFA Franc BCEAO | 0
xpf | ₣ | ₣ | CFP Franc | 0
yer | YR | ر.ي.‏ | Yemeni Rial | 0
zar | R | R | South African Rand | 2
zmk | ZK | ZK | Zambian Kwacha | 0
zwl | ZWL$ | ZWL$ | Zimbabwean Dollar | 0
`
