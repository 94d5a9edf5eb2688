extension StarterFilms {
  /// The films and series that began in the years from 1960 to 1979, oldest first.
  static let films1960to1979 = #"""
    tt0053472|Breathless|À bout de souffle|1960|movie|90|Crime, Drama|Jean-Luc Godard|Jean-Paul Belmondo, Jean Seberg, Daniel Boulanger|French, English|France|7.7|90000
    tt0054215|Psycho||1960|movie|109|Horror, Mystery, Thriller|Alfred Hitchcock|Anthony Perkins, Janet Leigh, Vera Miles|English|United States|8.5|740000
    tt0054331|Spartacus||1960|movie|197|Adventure, Biography, Drama|Stanley Kubrick, Anthony Mann|Kirk Douglas, Laurence Olivier, Tony Curtis|English|United States|7.9|150000
    tt0054698|Breakfast at Tiffany's||1961|movie|115|Comedy, Drama, Romance|Blake Edwards|Audrey Hepburn, George Peppard, Patricia Neal, Buddy Ebsen|English, Portuguese|USA|7.7|140000
    tt0055630|Yojimbo|Yôjinbô|1961|movie|110|Action, Drama, Thriller|Akira Kurosawa|Toshirô Mifune, Eijirô Tôno, Tatsuya Nakadai|Japanese|Japan|8.2|140000
    tt0055928|Dr. No||1962|movie|110|Action, Adventure, Thriller|Terence Young|Sean Connery, Ursula Andress, Bernard Lee|English, French, Italian|United Kingdom, United States, Jamaica|7.2|190000
    tt0056172|Lawrence of Arabia||1962|movie|218|Adventure, Biography, Drama|David Lean|Peter O'Toole, Alec Guinness, Anthony Quinn|English, Arabic, Turkish|United Kingdom|8.3|320000
    tt0056592|To Kill a Mockingbird||1962|movie|129|Crime, Drama|Robert Mulligan|Gregory Peck, John Megna, Frank Overton|English|United States|8.3|340000
    tt0056801|8½||1963|movie|138|Drama|Federico Fellini|Marcello Mastroianni, Anouk Aimée, Claudia Cardinale|Italian, French, English, German|Italy, France|8.0|130000
    tt0056869|The Birds||1963|movie|119|Drama, Horror, Mystery|Alfred Hitchcock|Rod Taylor, Tippi Hedren, Jessica Tandy|English|United States|7.6|210000
    tt0058150|Goldfinger||1964|movie|110|Action, Adventure, Thriller|Guy Hamilton|Sean Connery, Gert Fröbe, Honor Blackman|English, Chinese, Spanish|United Kingdom, United States|7.7|210000
    tt0058331|Mary Poppins||1964|movie|139|Comedy, Family, Fantasy|Robert Stevenson|Julie Andrews, Dick Van Dyke, David Tomlinson|English|United States|7.8|190000
    tt0059742|The Sound of Music||1965|movie|172|Biography, Drama, Family|Robert Wise|Julie Andrews, Christopher Plummer, Eleanor Parker|English, German, French|United States|8.1|270000
    tt0060028|Star Trek||1966–1969|series|50|Action, Adventure, Sci-Fi||William Shatner, Leonard Nimoy, DeForest Kelley|English|United States|8.4|95000
    tt0060196|The Good, the Bad and the Ugly|Il buono, il brutto, il cattivo|1966|movie|161|Adventure, Drama, Western|Sergio Leone|Clint Eastwood, Eli Wallach, Lee Van Cleef|Italian|Italy, Spain, West Germany|8.8|840000
    tt0061722|The Graduate||1967|movie|106|Comedy, Drama, Romance|Mike Nichols|Dustin Hoffman, Anne Bancroft, Katharine Ross|English|United States|8.0|300000
    tt0062622|2001: A Space Odyssey||1968|movie|149|Adventure, Sci-Fi|Stanley Kubrick|Keir Dullea, Gary Lockwood, William Sylvester|English, Russian, French|United Kingdom, United States|8.3|740000
    tt0063350|Night of the Living Dead||1968|movie|96|Horror, Thriller|George A. Romero|Duane Jones, Judith O'Dea, Karl Hardman|English|United States|7.8|140000
    tt0064116|Once Upon a Time in the West|C'era una volta il West|1968|movie|166|Drama, Western|Sergio Leone|Henry Fonda, Charles Bronson, Claudia Cardinale|Italian, English, Spanish|Italy, United States|8.5|360000
    tt0063442|Planet of the Apes||1968|movie|112|Adventure, Sci-Fi|Franklin J. Schaffner|Charlton Heston, Roddy McDowall, Kim Hunter|English|United States|8.0|210000
    tt0063929|Monty Python's Flying Circus||1969–1974|series|30|Comedy||Graham Chapman, John Cleese, Eric Idle|English|United Kingdom|8.8|78000
    tt0066921|A Clockwork Orange||1971|movie|136|Crime, Drama, Sci-Fi|Stanley Kubrick|Malcolm McDowell, Patrick Magee, Michael Bates, Warren Clarke|English|UK, USA|8.3|630000
    tt0069293|Solaris|Solyaris|1972|movie|167|Drama, Mystery, Sci-Fi|Andrei Tarkovsky|Natalya Bondarchuk, Donatas Banionis, Jüri Järvet|Russian, German|Soviet Union|7.9|100000
    tt0068646|The Godfather||1972|movie|175|Crime, Drama|Francis Ford Coppola|Marlon Brando, Al Pacino, James Caan, Richard S. Castellano|English, Italian, Latin|USA|9.2|1300000
    tt0070047|The Exorcist||1973|movie|122|Horror|William Friedkin|Ellen Burstyn, Max von Sydow, Lee J. Cobb, Kitty Winn|English, Latin, Greek, French, German, Arabic, Kurdish|USA|8.0|310000
    tt0071315|Chinatown||1974|movie|130|Drama, Mystery, Thriller|Roman Polanski|Jack Nicholson, Faye Dunaway, John Huston|English, Cantonese, Spanish|United States|8.1|360000
    tt0071562|The Godfather Part II||1974|movie|202|Crime, Drama|Francis Ford Coppola|Al Pacino, Robert De Niro, Robert Duvall|English, Italian, Spanish, Latin, Sicilian|United States|9.0|1400000
    tt0072684|Barry Lyndon||1975|movie|185|Adventure, Drama, War|Stanley Kubrick|Ryan O'Neal, Marisa Berenson, Patrick Magee|English, German, French|United Kingdom, United States|8.1|200000
    tt0072500|Fawlty Towers||1975–1979|series|30|Comedy||John Cleese, Prunella Scales, Andrew Sachs|English|United Kingdom|8.7|100000
    tt0073195|Jaws||1975|movie|124|Adventure, Drama, Thriller|Steven Spielberg|Roy Scheider, Robert Shaw, Richard Dreyfuss, Lorraine Gary|English|USA|8.0|470000
    tt0071853|Monty Python and the Holy Grail||1975|movie|91|Adventure, Comedy, Fantasy|Terry Gilliam, Terry Jones|Graham Chapman, John Cleese, Eric Idle|English, French, Latin|United Kingdom|8.2|580000
    tt0073486|One Flew Over the Cuckoo's Nest||1975|movie|133|Drama|Milos Forman|Michael Berryman, Peter Brocco, Dean R. Brooks, Alonzo Brown|English|USA|8.7|770000
    tt0075148|Rocky||1976|movie|120|Drama, Sport|John G. Avildsen|Sylvester Stallone, Talia Shire, Burt Young|English|United States|8.1|640000
    tt0075314|Taxi Driver||1976|movie|114|Crime, Drama|Martin Scorsese|Robert De Niro, Jodie Foster, Cybill Shepherd|English, Spanish|United States|8.2|930000
    tt0075686|Annie Hall||1977|movie|93|Comedy, Romance|Woody Allen|Woody Allen, Diane Keaton, Tony Roberts|English, German|United States|8.0|280000
    tt0076759|Star Wars: Episode IV - A New Hope|Star Wars|1977|movie|121|Action, Adventure, Fantasy|George Lucas|Mark Hamill, Harrison Ford, Carrie Fisher|English|United States|8.6|1500000
    tt0076786|Suspiria||1977|movie|92|Horror|Dario Argento|Jessica Harper, Stefania Casini, Flavio Bucci|Italian, Russian, English, German, Latin|Italy|7.3|110000
    tt0077631|Grease||1978|movie|110|Comedy, Musical, Romance|Randal Kleiser|John Travolta, Olivia Newton-John, Stockard Channing|English|United States|7.2|310000
    tt0077651|Halloween||1978|movie|91|Horror, Thriller|John Carpenter|Donald Pleasence, Jamie Lee Curtis, Tony Moran|English|United States|7.7|310000
    tt0078346|Superman||1978|movie|143|Action, Adventure, Sci-Fi|Richard Donner|Christopher Reeve, Margot Kidder, Gene Hackman|English|United Kingdom, United States|7.4|200000
    tt0078748|Alien||1979|movie|117|Horror, Sci-Fi|Ridley Scott|Sigourney Weaver, Tom Skerritt, John Hurt|English|United Kingdom, United States|8.5|990000
    tt0078788|Apocalypse Now||1979|movie|147|Drama, Mystery, War|Francis Ford Coppola|Martin Sheen, Marlon Brando, Robert Duvall|English, French, Vietnamese|United States|8.4|730000
    tt0079944|Stalker||1979|movie|162|Drama, Sci-Fi|Andrei Tarkovsky|Alisa Freyndlikh, Aleksandr Kaydanovskiy, Anatoliy Solonitsyn|Russian|Soviet Union|8.0|150000
    """#
}
