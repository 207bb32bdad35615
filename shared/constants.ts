/** The numbers of the specification, each with its section. Change them there first. */

/** §7: base of every call; §2: base of the web app. */
export const API_BASE = '/title';
export const WEB_BASE = '/title/web';
export const PRODUCT_TITLE = '职称评审管理平台';

/** §9: department of the experts, who pass the confirmation gate. */
export const EXPERT_DEPT_ID = 20;
/** §3, §9: 高等学校, parent of the top-level schools. */
export const TOP_SCHOOL_PID = 30;
/** §3, §9: 直属及其他单位, the second root of the school list. */
export const OTHER_UNITS_PID = 12_350_089;
/** Filter value for schools without a province. */
export const NO_PROVINCE = '未填省份';
export const SCHOOL_ROOT_IDS = [TOP_SCHOOL_PID, OTHER_UNITS_PID] as const;

/** §3, §9: the roles that the specification marks by their id. */
export const SUPERVISOR_ROLE_ID = 4;
export const EXPERT_ROLE_ID = 6;
export const APPLICANT_ROLE_ID = 7;
export const TITLE_TEACHER_ROLE_ID = 9;
export const SUPER_ADMIN_ROLE_ID = 1;
/** §3: what a session without any role holds instead. */
export const DEFAULT_ROLE = 'ROLE_SYSTEM_DEFAULT';

/** §3, §9: a subject path has 3 or 4 parts. */
export const SUBJECT_PATH_LENGTHS = [3, 4] as const;
/** §3: the dictionary of the catalogues. */
export const SUBJECT_CATALOG_DICT = 'subject_catalog';

/** §5: how PostgreSQL begins its message when an identity number is taken; clients show 身份证号码已存在 instead. */
export const ID_CARD_TAKEN = 'duplicate key value violates unique constraint "uk_expert_id_card"';

/** §9: page sizes of the lists that are fetched whole. */
export const SUBJECT_PAGE_SIZE = 999;
export const DICT_PAGE_SIZE = 9999;
/** §9: how long lists stay fresh in the browser, in milliseconds. */
export const SUBJECT_CACHE_MS = 54_000;
export const SCHOOL_CACHE_MS = 54_000;
export const DICT_CACHE_MS = 540_000;

/** §9: the longest time a call may take (uploads and exports), in milliseconds. */
export const REQUEST_TIMEOUT_MS = 1_200_000;
/** §8, §9: how long a notification stays, in milliseconds. */
export const NOTICE_MS = 5000;
/** §9: days that the token cookie lives with remember-me. */
export const TOKEN_COOKIE_DAYS = 1;
/** Cookie in which the web app keeps the token, and those of stock clients of the eladmin family. */
export const TOKEN_COOKIE = 'zhiping_token';
export const STOCK_TOKEN_COOKIES = ['EL-ADMIN-TOEKN', 'ELADMIN-TOEKN'];

/** §9: layout, in CSS pixels. */
export const SIDEBAR_WIDTH = 205;
export const CONTEXT_MENU_WIDTH = 105;
export const TAB_SCROLL_MARGIN = 4;
/** §2, §9: below this width the product is on a mobile device. */
export const MOBILE_BREAKPOINT = 992;

/** An export of more rows than this is made in the background. */
export const EXPORT_DIRECT_MAX = 5000;

/**
 * Code of the refusal of an officer who has not signed the staff commitment of a cycle; the web app shows the text and
 * retries.
 */
export const STAFF_UNSIGNED = 'commitment.staff_unsigned';

/** Code of the refusal of an order that a list does not know; the web app falls back to the list's own. */
export const UNKNOWN_SORT = 'input.unknown_sort';
