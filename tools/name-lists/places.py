#!/usr/bin/env python3
"""Builds libs/anonymization/data/places.txt.gz from the lists of towns and regions of GeoNames.

usage: places.py CORPORA OUT

CORPORA is the folder of annotated text with its `lists/` (datasets/world-cities: GeoNames, CC BY 4.0) and OUT the data
folder, which already contains the lists of names and common words. A line is a place; one that begins with `?` is a
word, a
person's name or too little known, and counts only next to a word that indicates a place. Countries are no places here.
"""

import glob
import gzip
import json
import os
import re
import sys
from collections import Counter

COUNTRIES_OF_LISTS = "de at ch us gb fr es it nl pl pt".split()
WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
PLACE = re.compile(r"^[A-ZÀ-ÞĀ-Ž'’][\w'’.-]+(?: [\w'’.()-]+){0,4}$")
# Places of the eight language areas that need no indicating word, although they are also names of people.
WELL_KNOWN = """
Aachen Augsburg Bamberg Basel Bayreuth Berlin Bern Bielefeld Bochum Bonn Bottrop Braunschweig Bregenz Bremen Bremerhaven
Chemnitz
Cottbus Darmstadt Dortmund Dresden Duisburg Düsseldorf Eisenach Erfurt Erlangen Flensburg Frankfurt Freiburg Freising
Fulda Fürth
Gelsenkirchen Gera Gießen Göttingen Graz Greifswald Halle Hamburg Hanau Hannover Heidelberg Heilbronn Hildesheim
Ingolstadt Innsbruck
Jena Kaiserslautern Karlsruhe Kassel Kiel Klagenfurt Koblenz Köln Konstanz Krefeld Landshut Lausanne Leipzig Leverkusen
Linz Lübeck
Luzern Magdeburg Mainz Mannheim Marburg Mönchengladbach München Münster Neuss Nürnberg Oberhausen Offenbach Oldenburg
Osnabrück
Paderborn Passau Pforzheim Potsdam Ravensburg Regensburg Remscheid Reutlingen Rosenheim Rostock Saarbrücken Salzburg
Schwerin Siegen
Solingen Stralsund Stuttgart Trier Tübingen Ulm Villach Weimar Wien Wiesbaden Winterthur Wolfsburg Wuppertal Würzburg
Zürich Zwickau
Genf Genève Lugano Bellinzona Chur Fribourg Neuchâtel Thun
London Birmingham Manchester Liverpool Leeds Sheffield Bristol Newcastle Nottingham Leicester Edinburgh Glasgow Aberdeen
Dundee
Cardiff Swansea Belfast Dublin Cork Galway Limerick Oxford Cambridge Brighton Southampton Portsmouth Plymouth Norwich
Exeter Coventry
Boston Chicago Philadelphia Phoenix Dallas Houston Austin Denver Seattle Portland Detroit Atlanta Miami Baltimore
Cleveland
Pittsburgh Cincinnati Nashville Memphis Minneapolis Milwaukee Sacramento Tampa Orlando Honolulu Brooklyn Manhattan
Toronto Montréal
Montreal Vancouver Calgary Ottawa Edmonton Winnipeg Québec Halifax Sydney Melbourne Brisbane Perth Adelaide Canberra
Auckland
Wellington Christchurch
Paris Marseille Lyon Toulouse Nantes Strasbourg Montpellier Bordeaux Lille Rennes Reims Grenoble Dijon Angers Nîmes
Limoges Tours
Amiens Metz Besançon Orléans Mulhouse Rouen Caen Nancy Avignon Poitiers Brest Perpignan Toulon Cannes Bruxelles Liège
Namur Charleroi
Madrid Barcelona Valencia Sevilla Zaragoza Málaga Murcia Bilbao Alicante Córdoba Valladolid Vigo Gijón Granada Oviedo
Pamplona
Salamanca Santander Toledo Burgos Cádiz Badajoz Huelva Lleida Tarragona Girona Logroño Bogotá Medellín Cali Lima Quito
Caracas
Santiago Montevideo Guadalajara Monterrey Puebla Tijuana Rosario Mendoza Asunción
Roma Rome Milano Milan Napoli Naples Torino Turin Palermo Genova Genua Bologna Firenze Florence Florenz Bari Catania
Venezia Venice
Venedig Verona Messina Padova Trieste Brescia Parma Modena Reggio Perugia Livorno Ravenna Cagliari Rimini Ferrara
Salerno Bergamo
Trento Vicenza Bolzano Siena Pisa Lucca Lecce
Amsterdam Rotterdam Utrecht Eindhoven Groningen Tilburg Almere Breda Nijmegen Apeldoorn Haarlem Arnhem Enschede Zwolle
Leiden
Maastricht Dordrecht Alkmaar Leeuwarden Delft Gouda Antwerpen Antwerp Gent Brugge Leuven Mechelen Hasselt Kortrijk
Oostende Brussel
Brussels Brüssel
Warszawa Warsaw Warschau Kraków Krakau Łódź Wrocław Breslau Poznań Posen Gdańsk Danzig Szczecin Bydgoszcz Lublin
Białystok Katowice
Gdynia Częstochowa Radom Toruń Sosnowiec Kielce Rzeszów Gliwice Zabrze Olsztyn Opole Tychy Elbląg Płock Tarnów
Lisboa Lisbon Lissabon Porto Braga Coimbra Aveiro Faro Évora Funchal Setúbal Leiria Viseu Guimarães Brasília Salvador
Fortaleza
Curitiba Manaus Recife Goiânia Campinas Florianópolis Natal Maceió Teresina Niterói Uberlândia Joinville Londrina
Vienna Munich Cologne Nuremberg Zurich Geneva Copenhagen Kopenhagen Stockholm Oslo Helsinki Prag Prague Praha Budapest
Bukarest
Bucharest Sofia Athen Athens Istanbul Moskau Moscow Kiew Kyiv Belgrad Belgrade Zagreb Ljubljana Bratislava Tallinn Riga
Vilnius
Tokyo Tokio Beijing Peking Shanghai Mumbai Delhi Bangkok Jakarta Seoul Dubai Kairo Cairo Lagos Nairobi Johannesburg
Casablanca
Bayern Bavaria Baden-Württemberg Hessen Niedersachsen Sachsen Thüringen Brandenburg Saarland Rheinland-Pfalz Schleswig-
Holstein
Nordrhein-Westfalen Sachsen-Anhalt Mecklenburg-Vorpommern Tirol Vorarlberg Steiermark Kärnten Burgenland
Niederösterreich
Oberösterreich Graubünden Thurgau Aargau Wallis Ticino Tessin Ostfriesland Oberbayern Niederbayern Franken Schwaben
Südtirol
California Texas Florida Massachusetts Pennsylvania Ohio Michigan Illinois Minnesota Wisconsin Colorado Oregon Arizona
Nevada Utah
Connecticut Maryland Louisiana Tennessee Kentucky Alabama Oklahoma Kansas Nebraska Iowa Missouri Arkansas Mississippi
Idaho Wyoming
Montana Hawaii Alaska Vermont Ontario Queensland Tasmania Cornwall Yorkshire Lancashire Norfolk Suffolk Essex Kent
Surrey Sussex
Bretagne Normandie Provence Alsace Lorraine Auvergne Aquitaine Occitanie Wallonie Cataluña Catalunya Andalucía Galicia
Aragón
Asturias Cantabria Navarra Extremadura Lombardia Toscana Sicilia Sardegna Piemonte Puglia Calabria Campania Liguria
Umbria Lazio
Veneto Friesland Zeeland Limburg Gelderland Overijssel Drenthe Vlaanderen Mazowsze Małopolska Śląsk Pomorze Algarve
Alentejo
Madeira Minas_Gerais São_Paulo Rio_de_Janeiro Belo_Horizonte Porto_Alegre New_York Los_Angeles San_Francisco San_Diego
New_York_City Las_Vegas New_Orleans Washington_D.C. Cape_Town Mexico_City Buenos_Aires Ciudad_de_México Den_Haag
The_Hague
's-Hertogenbosch Den_Bosch St._Gallen Bad_Homburg Hong_Kong Tel_Aviv Saint-Étienne Le_Havre Aix-en-Provence Clermont-
Ferrand
La_Coruña A_Coruña San_Sebastián Palma_de_Mallorca Las_Palmas Reggio_Emilia Nordsee Ostsee Bodensee Schwarzwald Allgäu
Ruhrgebiet
""".split()
COUNTRIES = """
Luxembourg Luxemburg Singapore Monaco Panama Guatemala Mexico México Djibouti Kuwait Malta Gibraltar Andorra
Liechtenstein Brazil
Georgia Jersey Guernsey Macau Bermuda Aruba Curaçao Belize Chad Cuba Peru Chile Bolivia Ecuador Colombia Venezuela
Argentina
Paraguay Uruguay Jamaica Haiti Barbados Bahamas Cyprus Oman Qatar Bahrain Jordan Lebanon Israel Palestine Samoa Tonga
Fiji Nauru
Kiribati Niger Nigeria Benin Togo Ghana Mali Kenya Uganda Rwanda Burundi Tunisia Algeria Morocco Libya Egypt Sudan
Ireland
England Scotland Wales Germany France Spain Portugal Italy Poland Austria Switzerland Netherlands Belgium San_Marino
""".split()


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


def lower_words(folder):
    """Returns words that texts write more often in lower case than capitalized."""
    small, capital = Counter(), Counter()
    for path in sorted(glob.glob(os.path.join(folder, "*.train.jsonl.gz"))):
        for line in lines(path):
            for word in WORD.findall(json.loads(line)["text"]):
                (small if word.islower() else capital)[word.lower()] += 1
    return {word for word, count in small.items() if count >= 2 and count * 3 >= capital[word]}


def main(folder, out):
    data = {kind: set(lines(os.path.join(out, kind + ".txt.gz"))) for kind in ("first-names", "last-names", "common-words")}
    people = data["first-names"] | data["last-names"]
    words = {word.lower() for word in data["common-words"]} | lower_words(folder)
    listed = lambda name: {line for line in lines(os.path.join(folder, "lists", name + ".txt.gz")) if PLACE.match(line)}
    near = set().union(*(listed("cities." + code) for code in COUNTRIES_OF_LISTS))
    far = listed("cities.world") | listed("regions.world")
    known = {name.replace("_", " ") for name in WELL_KNOWN}
    countries = {name.replace("_", " ") for name in COUNTRIES}

    def is_clear(name):
        parts = re.split(r"[ -]", name)
        if len(parts) > 1:
            if name in near and name.count(" ") > 1:
                return True
            return name in near and not all(part in people or part.lower() in words for part in parts)
        return name in near and len(name) > 3 and name not in people and name.lower() not in words

    places = set()
    for name in (near | far) - countries - known:
        if len(name) > 2:
            places.add(name if is_clear(name) else "?" + name)
    places |= known
    text = "\n".join(sorted(places))
    with open(os.path.join(out, "places.txt.gz"), "wb") as file:
        file.write(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    clear = sum(not place.startswith("?") for place in places)
    print(f"{len(places)} places, {clear} of them certain")


main(*sys.argv[1:])
