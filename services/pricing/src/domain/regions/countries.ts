import { type Country, invalidData } from '@souk/contracts'
import { repeated } from '../lists/repeated.ts'
import { COUNTRY_NAMES } from './country-names.ts'

/** ISO 3166-1: the two-letter code, the three-letter code and the number. `xk` is not assigned yet, but in use. */
const CODES = `
  afafg004 alalb008 dzdza012 asasm016 adand020 aoago024 aiaia660 aqata010 agatg028 ararg032 amarm051 awabw533 auaus036 ataut040 azaze031
  bsbhs044 bhbhr048 bdbgd050 bbbrb052 byblr112 bebel056 bzblz084 bjben204 bmbmu060 btbtn064 bobol068 bqbes535 babih070 bwbwa072 bvbvd074
  brbra076 ioiot086 bnbrn096 bgbgr100 bfbfa854 bibdi108 khkhm116 cmcmr120 cacan124 cvcpv132 kycym136 cfcaf140 tdtcd148 clchl152 cnchn156
  cxcxr162 cccck166 cocol170 kmcom174 cgcog178 cdcod180 ckcok184 crcri188 ciciv384 hrhrv191 cucub192 cwcuw531 cycyp196 czcze203 dkdnk208
  djdji262 dmdma212 dodom214 ececu218 egegy818 svslv222 gqgnq226 ereri232 eeest233 eteth231 fkflk238 fofro234 fjfji242 fifin246 frfra250
  gfguf254 pfpyf258 tfatf260 gagab266 gmgmb270 gegeo268 dedeu276 ghgha288 gigib292 grgrc300 glgrl304 gdgrd308 gpglp312 gugum316 gtgtm320
  ggggy831 gngin324 gwgnb624 gyguy328 hthti332 hmhmd334 vavat336 hnhnd340 hkhkg344 huhun348 isisl352 inind356 ididn360 irirn364 iqirq368
  ieirl372 imimn833 ilisr376 itita380 jmjam388 jpjpn392 jejey832 jojor400 kzkaz398 keken404 kikir296 kpprk408 krkor410 xkxkx900 kwkwt414
  kgkgz417 lalao418 lvlva428 lblbn422 lslso426 lrlbr430 lylby434 lilie438 ltltu440 lulux442 momac446 mgmdg450 mwmwi454 mymys458 mvmdv462
  mlmli466 mtmlt470 mhmhl584 mqmtq474 mrmrt478 mumus480 ytmyt175 mxmex484 fmfsm583 mdmda498 mcmco492 mnmng496 memne499 msmsr500 mamar504
  mzmoz508 mmmmr104 nanam516 nrnru520 npnpl524 nlnld528 ncncl540 nznzl554 ninic558 nener562 ngnga566 nuniu570 nfnfk574 mkmkd807 mpmnp580
  nonor578 omomn512 pkpak586 pwplw585 pspse275 papan591 pgpng598 pypry600 peper604 phphl608 pnpcn612 plpol616 ptprt620 prpri630 qaqat634
  rereu638 rorou642 rurus643 rwrwa646 blblm652 shshn654 knkna659 lclca662 mfmaf663 pmspm666 vcvct670 wswsm882 smsmr674 ststp678 sasau682
  snsen686 rssrb688 scsyc690 slsle694 sgsgp702 sxsxm534 sksvk703 sisvn705 sbslb090 sosom706 zazaf710 gssgs239 ssssd728 esesp724 lklka144
  sdsdn729 srsur740 sjsjm744 szswz748 seswe752 chche756 sysyr760 twtwn158 tjtjk762 tztza834 ththa764 tltls626 tgtgo768 tktkl772 toton776
  tttto780 tntun788 trtur792 tmtkm795 tctca796 tvtuv798 uguga800 uaukr804 aeare784 gbgbr826 ususa840 umumi581 uyury858 uzuzb860 vuvut548
  veven862 vnvnm704 vgvgb092 vivir850 wfwlf876 ehesh732 yeyem887 zmzmb894 zwzwe716 axala248`

const KNOWN = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((code) => [code.slice(0, 2), { iso_3: code.slice(2, 5), num_code: Number(code.slice(5)) }]),
)

interface Target {
  region_id: string
  /** The countries that it already has, which are kept unchanged. */
  present?: readonly Country[]
  /** Those of the codes that belong to other regions. */
  taken: readonly string[]
  now: string
}

/**
 * The countries of a region, ordered by their codes.
 * @throws invalid_data for repeated or unknown codes, and for a country of another region
 */
export function countriesOf(codes: readonly string[], { region_id, present = [], taken, now }: Target): Country[] {
  const twice = repeated(codes)
  if (twice.length > 0) throw assigned(twice)
  const unknown = codes.filter((code) => !KNOWN.has(code))
  if (unknown.length > 0) throw invalidData(`Countries with codes: "${unknown.join(', ')}" do not exist`)
  if (taken.length > 0) throw assigned(taken)
  return codes.toSorted().map((code) => present.find(({ iso_2 }) => iso_2 === code) ?? countryOf(code, region_id, now))
}

export const assignedText = (codes: readonly string[]) =>
  `Countries with codes: "${codes.join(', ')}" are already assigned to a region`
const assigned = (codes: readonly string[]) => invalidData(assignedText(codes))

/** All known countries. */
export const knownCountries = (): Pick<Country, 'iso_2' | 'display_name'>[] =>
  [...KNOWN.keys()].map((iso_2) => ({ iso_2, display_name: nameOf(iso_2) }))

const nameOf = (iso_2: string) => COUNTRY_NAMES.get(iso_2) ?? iso_2

function countryOf(iso_2: string, region_id: string, now: string): Country {
  const display_name = nameOf(iso_2)
  return {
    id: iso_2,
    iso_2,
    ...KNOWN.get(iso_2)!,
    name: display_name.toUpperCase(),
    display_name,
    region_id,
    metadata: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}
