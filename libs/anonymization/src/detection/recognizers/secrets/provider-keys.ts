/**
 * The prefixes and lengths of providers' keys: facts that the rules of gitleaks (MIT, Copyright (c) 2019 Zachary Rice,
 * github.com/gitleaks/gitleaks, config/gitleaks.toml) also list, in the project's own patterns. Lengths are lower bounds,
 * because providers lengthen their keys and people truncate them.
 */
const KEYS: readonly string[] = [
  // Amazon, Google, Microsoft, Alibaba, DigitalOcean, Cloudflare, Heroku
  '(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}',
  'LTAI[A-Za-z0-9]{16,}',
  'do[opr]_v1_[a-f0-9]{40,}',
  'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}',
  'HRKU-[\\w-]{30,}',
  // GitHub, GitLab, Bitbucket, Atlassian
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_\\w{20,}',
  'gl(?:pat|dt|rt|ft|soat|ptt|cbt|imt|agent|oas|ffct)-[\\w.-]{8,}',
  'GR1348941[\\w-]{20}',
  'ATATT3[\\w=-]{40,}',
  'ATBB[A-Za-z0-9]{24,}',
  // OpenAI, Anthropic, Hugging Face, Perplexity, Groq, Replicate, Cohere, xAI
  'sk-(?:proj|svcacct|admin|ant|or)-[\\w-]{16,}',
  'sk-[A-Za-z0-9]{20,}',
  '(?:hf|api_org)_[A-Za-z0-9]{30,}',
  'pplx-[A-Za-z0-9]{32,}',
  'gsk_[A-Za-z0-9]{32,}',
  'r8_[A-Za-z0-9]{32,}',
  'xai-[A-Za-z0-9]{40,}',
  // Payments: Stripe, Square, Braintree, PayPal, Adyen, Klarna, Plaid, GoCardless, Flutterwave, Mollie
  '(?:sk|rk|pk|krn|whsec)_(?:test|live|prod)_[A-Za-z0-9]{8,}',
  'whsec_[A-Za-z0-9+/=]{20,}',
  '(?:EAAA|sq0[a-z]{3}-)[\\w-]{22,}',
  'access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}',
  'access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  'FLW(?:PUB|SEC)K(?:_TEST)?-[a-zA-Z0-9-]{12,}',
  '(?:live|test)_[A-Za-z0-9]{30,}',
  // Slack, Discord, Telegram, Twilio, SendGrid, Mailgun, Mailchimp, Sendinblue
  'xox[abeoprs](?:\\.xox[bp])?-[\\w-]{8,}',
  'xapp-\\d-[\\w-]{20,}',
  '[MNO][A-Za-z\\d]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}',
  '\\d{8,10}:AA[\\w-]{32,34}',
  '(?:AC|SK)[0-9a-f]{32}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  '(?:pub)?key-[0-9a-f]{32}',
  '[0-9a-f]{32}-us\\d{1,2}',
  'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
  // Packages, infrastructure, observation
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[\\w-]{40,}',
  'rubygems_[a-f0-9]{40,}',
  'oy2[a-z0-9]{43}',
  'dckr_pat_[\\w-]{20,}',
  'dop_v1_[a-f0-9]{64}',
  'hv[sb]\\.[\\w-]{20,}',
  's\\.[A-Za-z0-9]{24}',
  '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,}',
  'pul-[a-f0-9]{40}',
  'dp\\.(?:pt|st|ct|scim|audit)\\.[A-Za-z0-9.]{20,}',
  'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}',
  'glc_[A-Za-z0-9+/]{32,}={0,3}',
  'sq[pau]_[a-z0-9]{8,}',
  'NR(?:AK|JS|II|RA)-[A-Za-z0-9-]{19,}',
  'dapi[a-f0-9]{32}(?:-\\d)?',
  'sntr(?:ys|yu)_[\\w+/=]{40,}',
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'lin_api_[A-Za-z0-9]{40}',
  'ntn_[A-Za-z0-9]{40,}',
  'secret_[A-Za-z0-9]{43}',
  'figd_[\\w-]{40}',
  'rdme_[a-z0-9]{70}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'pscale_(?:tkn|oauth|pw)_[\\w=.-]{32,}',
  'sbp_[a-f0-9]{40}',
  'tfp_[A-Za-z0-9]{40,}',
  'EAACEdEose0cBA[0-9A-Za-z]+',
  'A3-[A-Z0-9]{6}-[A-Z0-9]{11}(?:-[A-Z0-9]{5}){3}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  'sha256~[\\w-]{43}',
  // JSON web tokens: header, claims, signature
  'eyJ[\\w-]{8,}\\.[\\w-]{4,}(?:\\.[\\w-]{0,}){0,3}',
];

const LONGEST = 4096;

/** Keys that are recognizable by themselves, each limited to 4 KiB. */
export const PROVIDER_KEY = new RegExp(
  `(?<![\\p{L}\\p{N}_$/.-])(?:${KEYS.map((key) => key.replaceAll(/,\}/g, `,${LONGEST}}`)).join('|')})(?![\\p{L}\\p{N}_])`,
  'gu',
);
