import { nameList } from './name-list';

/** Names that stand in for English and other names; chosen like the German ones. */
export const ENGLISH_SURROGATES = {
  female: nameList(`
    Abigail Adeline Agatha Alison Amanda Amelia Annabel Anthea Arabella Audrey Belinda Bernadette Bethany
    Bridget Camilla Cassandra Catherine Cecilia Clarissa Claudette Clementine Cordelia Cynthia Daphne
    Deborah Deirdre Denise Eileen Eleanor Eliza Elspeth Emmeline Esther Fiona Geraldine Gillian Gwendolyn
    Harriet Helen Henrietta Hermione Imogen Isabella Jacqueline Janet Jeannette Jemima Jennifer Jessica
    Jillian Josephine Judith Juliet Justine Kathleen Kimberly Laetitia Laura Lavinia Leanne Louise Lucinda
    Lydia Mabel Madeleine Marcella Margaret Marjorie Matilda Maureen Melissa Meredith Miriam Moira Muriel
    Nancy Natalie Nicola Nicolette Noreen Octavia Olivia Ophelia Pamela Patricia Penelope Philippa
    Priscilla Rachel Rebecca Rhiannon Rosalind Rosamund Roxanne Samantha Sheila Sophie Susannah Sybil
    Tabitha Tamsin Teresa Theodora Tiffany Ursuline Valerie Vivienne Wendy Wilhelmina Winifred Yvette
    Yvonne
  `),
  male: nameList(`
    Adrian Alan Alasdair Alistair Andrew Anthony Archibald Arthur Barnaby Bartholomew Benedict Benjamin
    Bertram Bradley Brendan Brian Calvin Cedric Clifford Colin Conrad Cornell Craig Crispin Cuthbert
    Damian Darren Desmond Dominic Dougal Duncan Dwayne Edmund Edward Edwin Elliot Ethan Eugene Ewan Ferdie
    Finlay Frederick Gareth Geoffrey Geraint Gerard Gilbert Godfrey Gordon Graham Gregory Hamish Harold
    Harvey Hector Henry Howard Hubert Ian Irvin Isaac Ivor Jeffrey Jeremy Jonathan Joseph Julian Justin
    Keith Kenneth Kevin Lachlan Leonard Lionel Malcolm Marvin Matthew Melvin Mortimer Murdoch Nathan
    Nathaniel Neville Nigel Norman Oliver Osbert Oswald Patrick Percival Peregrine Quentin Ralph Randolph
    Raymond Reginald Richard Roderick Rodney Roger Ronald Russell Samuel Sebastian Sheldon Simeon Stephen
    Stewart Theodore Timothy Trevor Tristan Vernon Vincent Wilbur Winston Zachary
  `),
  family: nameList(`
    Abercrombie Abernathy Ackroyd Addington Ainsley Alderton Applegarth Appleyard Arkwright Armitage
    Ashcroft Ashworth Atherton Atkinson Attwood Babcock Bagshaw Bainbridge Balfour Bamford Bannerman
    Bardsley Barraclough Barrington Bartlett Beaumont Beckwith Bellamy Bembridge Bentham Birtwistle
    Blenkinsop Boothroyd Bosworth Bottomley Boughton Bracegirdle Braithwaite Bramwell Brathwaite Broughton
    Brownlow Buchanan Burnett Butterworth Cadwallader Calloway Calthorpe Cartwright Cavanaugh Chadwick
    Chamberlayne Charlesworth Chatterton Cheeseman Chilcott Clutterbuck Coddington Colquhoun Copeland
    Corrigan Cotterill Coulson Crabtree Cranfield Crawshaw Crompton Cunningham Dalrymple Davenport Delaney
    Dempsey Denholm Dewhurst Dinsdale Donaldson Donoghue Dunstable Earnshaw Eastwood Eddington Elphinstone
    Entwistle Fanshawe Farnsworth Farquharson Fazackerley Featherstone Fenwick Ferguson Finnegan
    Fitzgerald Fitzpatrick Flanagan Fotheringham Galbraith Gallagher Gascoigne Gilchrist Gillespie Gladwin
    Goddard Goldsworthy Goodfellow Greenhalgh Greenwood Grimshaw Hadfield Haldane Halloran Hammersley
    Hanrahan Hargreave Harrington Haverford Hawthorne Hazeldine Heathcote Hebblethwaite Henderson
    Heppenstall Hetherington Hibbert Higginbotham Hinchcliffe Hollingworth Holroyd Honeywell Horsfall
    Houghton Huddleston Hutchinson Illingworth Ingham Inglethorpe Isherwood Jarrett Jephson Kavanagh
    Kearney Kendrick Kerrigan Kilbride Kingsley Kirkbride Lamplugh Langridge Latimer Leadbetter Leatherby
    Lethbridge Liddell Lockhart Longbottom Lowther Lyttelton MacAllister MacIntyre MacPherson Maddock
    Mainwaring Marchbank Marjoribank Mayhew McCormack McDermott McGregor McKinley McLaughlin Merriweather
    Micklethwaite Middlebrook Montague Moriarty Mulholland Murgatroyd Newbould Norcott Oglethorpe Oldfield
    Ormerod Osgood Ottaway Outhwaite Pakenham Pankhurst Parkinson Partington Paxton Pemberton Pendleton
    Penhaligon Petherick Pickering Pilkington Postlethwaite Prendergast Prescott Quigley Radcliffe
    Rafferty Ramsbottom Ravenscroft Redgrave Rigby Rochford Rowbotham Rowntree Rutherford Sanderson
    Satterthwaite Shackleton Sheridan Shufflebotham Sidebottom Skeffington Smethurst Somerville Southgate
    Standish Stapleton Stephenson Stoddard Strickland Sutcliffe Swinburne Tattersall Tennyson Thackeray
    Thistlethwaite Thornton Thorpe Thurgood Tomlinson Trelawney Tremaine Twelvetree Underhill Urquhart
    Vaughan Venning Waddington Wainwright Walmsley Walpole Warburton Wardlow Weatherall Wedgwood Whittaker
    Wickham Wigglesworth Wilberforth Winstanley Winterbottom Wolstencroft Woodcock Woolgrove Worthington
    Wrigglesworth Wycliffe Yarwood Yelverton
  `),
};
