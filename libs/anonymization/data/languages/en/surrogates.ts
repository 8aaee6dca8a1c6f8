import type { NameLists } from '../../language-words';

/** Surrogates for English and other names, chosen by the same rules as the German ones. */
export const ENGLISH_SURROGATES: NameLists = {
  female: `
    Abigail Adeline Agatha Alison Amanda Amelia Annabel Anthea Arabella Audrey Belinda Bernadette Bethany
    Bridget Camilla Cassandra Catherine Cecilia Clarissa Claudette Clementine Cordelia Cynthia Daphne
    Deborah Deirdre Denise Eileen Eleanor Eliza Elspeth Emmeline Esther Fiona Geraldine Gillian Gwendolyn
    Harriet Helen Henrietta Hermione Imogen Isabella Jacqueline Janet Jeannette Jemima Jennifer Jessica
    Jillian Josephine Judith Juliet Justine Kathleen Kimberly Laetitia Laura Lavinia Leanne Louise Lucinda
    Lydia Mabel Madeleine Marcella Margaret Marjorie Matilda Maureen Melissa Meredith Miriam Moira Muriel
    Natalie Nicola Nicolette Noreen Octavia Olivia Ophelia Pamela Patricia Penelope Philippa Priscilla
    Rachel Rebecca Rhiannon Rosalind Rosamund Roxanne Samantha Sheila Sophie Susannah Sybil Tabitha Tamsin
    Teresa Tiffany Ursuline Valerie Vivienne Wendy Wilhelmina Winifred Yvette Yvonne
  `,
  male: `
    Adrian Alan Alasdair Alistair Andrew Anthony Archibald Arthur Barnaby Bartholomew Benedict Benjamin
    Bertram Bradley Brendan Brian Clifford Colin Craig Crispin Cuthbert Damian Darren Desmond Dominic
    Dougal Duncan Dwayne Edmund Edward Elliot Ethan Ewan Ferdie Finlay Frederick Gareth Geoffrey Geraint
    Gerard Gilbert Godfrey Gordon Graham Gregory Hamish Harold Harvey Henry Howard Hubert Ian Irvin Isaac
    Jeffrey Jeremy Jonathan Joseph Julian Justin Keith Kenneth Kevin Lachlan Leonard Lionel Malcolm Marvin
    Matthew Melvin Mortimer Murdoch Nathan Nathaniel Neville Nigel Oliver Osbert Patrick Percival
    Peregrine Quentin Ralph Randolph Raymond Reginald Roderick Rodney Ronald Russell Samuel Sebastian
    Sheldon Simeon Stephen Stewart Theodore Timothy Trevor Tristan Vernon Vincent Wilbur Winston Zachary
  `,
  family: `
    Abercrombie Abernathy Ackroyd Addington Ainsley Alderton Applegarth Appleyard Arkwright Armitage
    Ashcroft Ashworth Atherton Atkinson Attwood Babcock Bagshaw Bainbridge Balfour Bamford Bannerman
    Bannon Bardsley Barlow Barraclough Barrington Bartlett Bassett Beasley Beatty Beaumont Beckwith
    Bellamy Bembridge Bentham Birtwistle Blankenship Blenkinsop Bodkin Boland Boothroyd Bosworth Bottomley
    Boughton Bracegirdle Braithwaite Bramwell Brannelly Brathwaite Breslin Brophy Brosnan Broughton
    Brownlow Bruton Buckley Burchill Burnett Butterworth Cadogan Cadwallader Caffrey Cagney Cahill
    Caldwell Callaghan Callahan Callinan Calloway Calthorpe Cantrell Cantwell Carmody Carney Cartwright
    Cashman Caulfield Cavanaugh Cawley Chadwick Chamberlayne Charlesworth Chatterton Cheeseman Chilcott
    Clancy Cleary Clutterbuck Cochran Coddington Coffey Cogan Colgan Colquhoun Comerford Concannon Conlon
    Connolly Conroy Coogan Cooney Copeland Corcoran Corrigan Costigan Cotterill Coughlan Coulson Cowley
    Crabtree Cranfield Crawley Crawshaw Creedon Crompton Cronin Crosby Crowley Cullinan Cunningham Curran
    Curtin Dalrymple Delahunty Delaney Dempsey Denholm Denison Dermody Devaney Devitt Dewhurst Dickerson
    Dickinson Dinsdale Dobson Dodson Doherty Dolan Donaldson Donegan Donnelly Donoghue Doolan Dooley
    Dorgan Dougherty Downey Driscoll Drummond Duffy Duggan Dunleavy Dunphy Dunstable Durkin Earnshaw
    Eddington Elphinstone Enright Entwistle Erickson Fagan Fanshawe Farnsworth Farquharson Farrelly
    Fazackerley Fearon Featherstone Feeney Fenwick Ferguson Findlay Finnegan Fitzgerald Fitzpatrick
    Flaherty Flanagan Flannery Fogarty Foley Forsyth Fotheringham Furey Gaffney Galbraith Gallagher
    Galligan Galloway Garvey Gascoigne Gaughan Geraghty Giblin Gilchrist Gillespie Gladwin Goddard
    Goldsworthy Greenhalgh Greenwood Grimshaw Hadfield Haldane Halloran Hammersley Hanrahan Hargreave
    Harrington Haverford Hawthorne Hazeldine Heathcote Hebblethwaite Henderson Heppenstall Hetherington
    Hibbert Higginbotham Hinchcliffe Hollingworth Holroyd Horsfall Houghton Huddleston Illingworth Ingham
    Inglethorpe Isherwood Jarrett Jephson Kavanagh Kearney Kendrick Kerrigan Kilbride Kingsley Kirkbride
    Lamplugh Langridge Latimer Leadbetter Leatherby Lethbridge Liddell Lockhart Longbottom Lowther
    Lyttelton Maddock Mainwaring Marchbank Marjoribank Mayhew 
    Merriweather Micklethwaite Middlebrook Montague Moriarty
    Mulholland Murgatroyd Newbould Norcott Oglethorpe Oldfield Ormerod Osgood Ottaway Outhwaite Pakenham
    Parkinson Partington Pemberton Pendleton Penhaligon Petherick Pickering Pilkington Postlethwaite
    Prendergast Quigley Radcliffe Rafferty Ramsbottom Ravenscroft Redgrave Rigby Rochford Rowbotham
    Rutherford Sanderson Satterthwaite Shackleton Sheridan Shufflebotham Sidebottom Skeffington Smethurst
    Somerville Standish Stapleton Stephenson Stoddard Strickland Sutcliffe Swinburne Tattersall
    Thistlethwaite Thornton Thorpe Thurgood Tomlinson Trelawney Tremaine Twelvetree Underhill Urquhart
    Vaughan Venning Waddington Wainwright Walmsley Warburton Wardlow Weatherall Whittaker Wickham
    Wigglesworth Wilberforth Winstanley Winterbottom Wolstencroft Woolgrove Worthington Wrigglesworth
    Wycliffe Yarwood Yelverton
  `,
};
