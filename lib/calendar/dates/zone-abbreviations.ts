/**
 * The abbreviations of tzdata (2025b): minutes east of UTC to abbreviation, then the names of the zones, including old names. A zone
 * without an entry uses its offset as abbreviation (`+04`).
 */
export const ZONE_ABBREVIATIONS: readonly (readonly [Readonly<Record<number, string>>, string])[] = [
  [{ '-660': 'SST' }, 'Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa'],
  [{ '-600': 'HST' }, 'Pacific/Honolulu Pacific/Johnston US/Hawaii'],
  [{ '-600': 'HST', '-540': 'HDT' }, 'America/Adak America/Atka US/Aleutian'],
  [
    { '-540': 'AKST', '-480': 'AKDT' },
    'America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat US/Alaska',
  ],
  [
    { '-480': 'PST', '-420': 'PDT' },
    'America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana America/Vancouver Canada/Pacific Mexico/BajaNorte PST8PDT US/Pacific',
  ],
  [
    { '-420': 'MST' },
    'America/Creston America/Dawson America/Dawson_Creek America/Fort_Nelson America/Hermosillo America/Mazatlan America/Phoenix America/Whitehorse Canada/Yukon Mexico/BajaSur US/Arizona',
  ],
  [
    { '-420': 'MST', '-360': 'MDT' },
    'America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Denver America/Edmonton America/Inuvik America/Shiprock America/Yellowknife Canada/Mountain MST7MDT Navajo US/Mountain',
  ],
  [
    { '-360': 'CST' },
    'America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica America/El_Salvador America/Guatemala America/Managua America/Merida America/Mexico_City America/Monterrey America/Regina America/Swift_Current America/Tegucigalpa Canada/Saskatchewan Mexico/General',
  ],
  [
    { '-360': 'CST', '-300': 'CDT' },
    'America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Matamoros America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River America/Rankin_Inlet America/Resolute America/Winnipeg CST6CDT Canada/Central US/Central US/Indiana-Starke',
  ],
  [{ '-300': 'CST', '-240': 'CDT' }, 'America/Havana Cuba'],
  [{ '-300': 'EST' }, 'America/Atikokan America/Cancun America/Cayman America/Coral_Harbour America/Jamaica America/Panama Jamaica'],
  [
    { '-300': 'EST', '-240': 'EDT' },
    'America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis America/Iqaluit America/Kentucky/Louisville America/Kentucky/Monticello America/Louisville America/Montreal America/Nassau America/New_York America/Nipigon America/Pangnirtung America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT US/East-Indiana US/Eastern US/Michigan posixrules',
  ],
  [
    { '-240': 'AST' },
    'America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Martinique America/Montserrat America/Port_of_Spain America/Puerto_Rico America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin',
  ],
  [
    { '-240': 'AST', '-180': 'ADT' },
    'America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton America/Thule Atlantic/Bermuda Canada/Atlantic',
  ],
  [{ '-210': 'NST', '-150': 'NDT' }, 'America/St_Johns Canada/Newfoundland'],
  [
    { 0: 'GMT' },
    'Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome Africa/Timbuktu America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT+0 GMT-0 GMT0 Greenwich Iceland',
  ],
  [{ 0: 'GMT', 60: 'BST' }, 'Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire'],
  [{ 0: 'UTC' }, 'Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT Universal Zulu'],
  [{ 0: 'WET', 60: 'WEST' }, 'Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Europe/Lisbon Portugal'],
  [{ 60: 'CET' }, 'Africa/Algiers Africa/Tunis'],
  [
    { 60: 'CET', 120: 'CEST' },
    'Africa/Ceuta Arctic/Longyearbyen Atlantic/Jan_Mayen Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich Poland',
  ],
  [{ 60: 'IST', 0: 'GMT' }, 'Eire Europe/Dublin'],
  [
    { 60: 'WAT' },
    'Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo',
  ],
  [
    { 120: 'CAT' },
    'Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Juba Africa/Khartoum Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Windhoek',
  ],
  [{ 120: 'EET' }, 'Africa/Tripoli Europe/Kaliningrad Libya'],
  [
    { 120: 'EET', 180: 'EEST' },
    'Africa/Cairo Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia Egypt Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye',
  ],
  [{ 120: 'IST', 180: 'IDT' }, 'Asia/Jerusalem Asia/Tel_Aviv Israel'],
  [{ 120: 'SAST' }, 'Africa/Johannesburg Africa/Maseru Africa/Mbabane'],
  [
    { 180: 'EAT' },
    'Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte',
  ],
  [{ 180: 'MSK' }, 'Europe/Kirov Europe/Moscow Europe/Simferopol Europe/Volgograd W-SU'],
  [{ 300: 'PKT' }, 'Asia/Karachi'],
  [{ 330: 'IST' }, 'Asia/Calcutta Asia/Kolkata'],
  [{ 420: 'WIB' }, 'Asia/Jakarta Asia/Pontianak'],
  [{ 480: 'AWST' }, 'Australia/Perth Australia/West'],
  [{ 480: 'CST' }, 'Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Shanghai Asia/Taipei PRC ROC'],
  [{ 480: 'HKT' }, 'Asia/Hong_Kong Hongkong'],
  [{ 480: 'PST' }, 'Asia/Manila'],
  [{ 480: 'WITA' }, 'Asia/Makassar Asia/Ujung_Pandang'],
  [{ 540: 'JST' }, 'Asia/Tokyo Japan'],
  [{ 540: 'KST' }, 'Asia/Pyongyang Asia/Seoul ROK'],
  [{ 540: 'WIT' }, 'Asia/Jayapura'],
  [{ 570: 'ACST' }, 'Australia/Darwin Australia/North'],
  [{ 570: 'ACST', 630: 'ACDT' }, 'Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna'],
  [{ 600: 'AEST' }, 'Australia/Brisbane Australia/Lindeman Australia/Queensland'],
  [
    { 600: 'AEST', 660: 'AEDT' },
    'Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie Australia/Hobart Australia/Melbourne Australia/NSW Australia/Sydney Australia/Tasmania Australia/Victoria',
  ],
  [{ 600: 'ChST' }, 'Pacific/Guam Pacific/Saipan'],
  [{ 720: 'NZST', 780: 'NZDT' }, 'Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland'],
];
