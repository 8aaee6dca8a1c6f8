/**
 * Words and phrases that texts do not use, and what to write instead. A pattern is a regular expression in which a space
 * is any space between two words of a text, line breaks included; it matches whole words only, in any case.
 */
export const WORDS = {
  pronoun: [
    ['whoever|whomever', 'name the actor: the caller, the client, the worker'],
    ['somebody|anybody|everybody', 'name the actor: a user, another process, all clients'],
    ['nobody', 'name the actor: no user, no client'],
    ['whose|whom', 'split the sentence and name the owner or the recipient'],
  ],
  wording: [
    ['anew', 'again, or a verb with re-: rebuild, reload'],
    ['of theirs', 'their'],
    ['of which', 'split the sentence'],
    ['(?:comes?|came|coming) to nothing', 'is cancelled, fails'],
    ['(?:am|is|are|was|were|be|been|being|gets?|got) told of', 'receives, is notified of'],
    ['(?:tells?|telling) of', 'reports, describes'],
    ['(?:hears?|heard|hearing) of', 'is notified of, receives'],
    ['(?:falls?|fell|fallen|falling) silent', 'stops responding'],
    ['says? nothing', 'returns nothing, logs nothing'],
    ['by (?:hand|eye)', 'manually, visually'],
    ['must not mind', 'must be idempotent'],
    ['(?:is|are|was|were) not let', 'is stopped, is refused'],
    ['what stands in', 'the content of'],
    ['texts more', 'more texts'],
  ],
  picture: [
    ['bury|buries|buried|burying|burials?', 'delete restored rows'],
    ['vouch(?:es|ed|ing|ers?)?', 'confirm, prove'],
    ['doorbells?', 'queue notification'],
    ['doors?', 'gateway, endpoint, entry point'],
    ['bells?', 'notification'],
    ['mend(?:s|ed|ing)?', 'fix, repair'],
    ['no two are alike', 'each is different; optimistic lock'],
    ['turn it is', 'fair scheduling, round robin'],
    ['(?:let|lets|letting) go of', 'release'],
    ['(?:gives?|gave|given|giving) back', 'release, return'],
    ['patience', 'timeout'],
    ['ears?', 'listener'],
    ['of the house', 'self-hosted'],
  ],
  spelling: [
    ['(?!improvisation)[a-z]+isations?', 'American spelling: -ization'],
    [
      '(?:re|un)?(?:anonym|author|capital|categor|custom|final|general|initial|local|maxim|minim|normal|optim|organ|priorit|pseudonym|recogn|serial|summar|synchron|token|util)is(?:e|es|ed|er|ers|ing)',
      'American spelling: -ize',
    ],
    ['behaviour(?:s|al)?', 'American spelling: behavior'],
    ['colour(?:s|ed|ing|ful|less)?', 'American spelling: color'],
    ['favour(?:s|ed|ing|able|ably|ites?)?', 'American spelling: favor'],
    ['neighbour(?:s|ed|ing|hoods?)?', 'American spelling: neighbor'],
    ['honour(?:s|ed|ing|able)?', 'American spelling: honor'],
    ['licences?|licenced', 'American spelling: license'],
    ['(?:epi|data)?centres?', 'American spelling: center'],
    ['catalogues?|catalogued', 'American spelling: catalog'],
  ],
};
