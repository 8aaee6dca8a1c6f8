#!/usr/bin/env bash
# Fetches the word lists that build.py reads: fetch-words.sh WORDS. Needs pip, apt-get, and combine_tessdata and dawg2wordlist
# of the Debian package tesseract-ocr.
#
# pyspellchecker (MIT): words of Spanish, French, Italian, Dutch and Portuguese, from subtitles and dictionaries.
# wpolish (Debian, 20220301-1; Apache 2.0 is one of its licenses): the forms of Polish words by sjp.pl.
# tesseract-ocr-* (Debian, 1:4.1.0-2, Apache 2.0): words of pages on the web, as they are written.
set -eu
mkdir -p "$1" && cd "$1"

python3 -m pip download --quiet --no-deps pyspellchecker==0.9.1
for language in es fr it nl pt; do
  unzip -qp pyspellchecker-0.9.1-*.whl "spellchecker/resources/$language.json.gz" >"$language.json.gz"
done

apt-get download wpolish tesseract-ocr-{fra,ita,nld,pol,por,spa}
for package in *.deb; do dpkg -x "$package" files; done
cp files/usr/share/dict/polish polish.txt

while read -r language code; do
  combine_tessdata -u "$(find files -name "$code.traineddata")" "$code." >/dev/null
  dawg2wordlist "$code.lstm-unicharset" "$code.lstm-word-dawg" "$language.web.txt" >/dev/null
done <<<'es spa
fr fra
it ita
nl nld
pl pol
pt por'
