extension StarterFilms {
  /// The films and series that began in the years from 1990 to 1999, oldest first.
  static let films1990to1999 = #"""
    tt0099088|Back to the Future Part III||1990|movie|118|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Mary Steenburgen|English|United States|7.5|500000
    tt0099685|Goodfellas||1990|movie|145|Biography, Crime, Drama|Martin Scorsese|Robert De Niro, Ray Liotta, Joe Pesci|English, Italian|United States|8.7|1300000
    tt0099785|Home Alone||1990|movie|103|Comedy, Family|Chris Columbus|Macaulay Culkin, Joe Pesci, Daniel Stern|English|United States|7.7|680000
    tt0099674|The Godfather Part III||1990|movie|162|Crime, Drama|Francis Ford Coppola|Al Pacino, Diane Keaton, Andy Garcia|English, Italian, German, Latin|United States|7.6|440000
    tt0100802|Total Recall||1990|movie|113|Action, Adventure, Sci-Fi|Paul Verhoeven|Arnold Schwarzenegger, Sharon Stone, Michael Ironside|English|United States, Mexico|7.5|370000
    tt0098936|Twin Peaks||1990–1991|series|47|Crime, Drama, Mystery||Kyle MacLachlan, Michael Ontkean, Mädchen Amick|English|United States|8.8|220000
    tt0101414|Beauty and the Beast||1991|movie|84|Animation, Family, Fantasy|Gary Trousdale, Kirk Wise|Paige O'Hara, Robby Benson, Jesse Corti|English, French|United States|8.0|490000
    tt0103064|Terminator 2: Judgment Day||1991|movie|137|Action, Adventure, Sci-Fi|James Cameron|Arnold Schwarzenegger, Linda Hamilton, Edward Furlong|English, Spanish|United States|8.6|1200000
    tt0102926|The Silence of the Lambs||1991|movie|118|Crime, Drama, Thriller|Jonathan Demme|Jodie Foster, Lawrence A. Bonney, Kasi Lemmons, Lawrence T. Wrentz|English|USA|8.6|1000000
    tt0103639|Aladdin||1992|movie|90|Animation, Adventure, Comedy|Ron Clements, John Musker|Scott Weinger, Robin Williams, Linda Larkin|English|United States|8.0|470000
    tt0105236|Reservoir Dogs||1992|movie|99|Crime, Thriller|Quentin Tarantino|Harvey Keitel, Tim Roth, Michael Madsen|English|United States|8.3|1100000
    tt0105695|Unforgiven||1992|movie|130|Drama, Western|Clint Eastwood|Clint Eastwood, Gene Hackman, Morgan Freeman|English|United States|8.2|450000
    tt0107048|Groundhog Day||1993|movie|101|Comedy, Drama, Fantasy|Harold Ramis|Bill Murray, Andie MacDowell, Chris Elliott|English, French, Italian|United States|8.0|720000
    tt0107290|Jurassic Park||1993|movie|127|Adventure, Sci-Fi, Thriller|Steven Spielberg|Sam Neill, Laura Dern, Jeff Goldblum, Richard Attenborough|English, Spanish|USA|8.1|710000
    tt0108052|Schindler's List||1993|movie|195|Biography, Drama, History|Steven Spielberg|Liam Neeson, Ralph Fiennes, Ben Kingsley|English, Hebrew, German, Polish, Latin|United States|9.0|1500000
    tt0106179|The X-Files||1993–2018|series|45|Crime, Drama, Mystery||David Duchovny, Gillian Anderson, Mitch Pileggi|English|United States, Canada|8.6|260000
    tt0109830|Forrest Gump||1994|movie|142|Drama, Romance|Robert Zemeckis|Tom Hanks, Rebecca Williams, Sally Field, Michael Conner Humphreys|English|USA|8.8|1500000
    tt0108778|Friends||1994–2004|series|22|Comedy, Romance||Jennifer Aniston, Courteney Cox, Lisa Kudrow|English|United States|8.9|1100000
    tt0110413|Léon: The Professional|Léon|1994|movie|110|Action, Crime, Drama|Luc Besson|Jean Reno, Gary Oldman, Natalie Portman|English, Italian, French|France, United States|8.5|1300000
    tt0110912|Pulp Fiction||1994|movie|154|Crime, Drama|Quentin Tarantino|John Travolta, Uma Thurman, Samuel L. Jackson|English, Spanish, French|United States|8.9|2300000
    tt0110357|The Lion King||1994|movie|88|Animation, Adventure, Drama|Roger Allers, Rob Minkoff|Matthew Broderick, Jeremy Irons, James Earl Jones|English, Swahili, Xhosa, Zulu|United States|8.5|1200000
    tt0111161|The Shawshank Redemption||1994|movie|142|Drama|Frank Darabont|Tim Robbins, Morgan Freeman, Bob Gunton|English|United States|9.3|2900000
    tt0112573|Braveheart||1995|movie|178|Biography, Drama, War|Mel Gibson|Mel Gibson, Sophie Marceau, Patrick McGoohan|English, French, Latin, Scottish Gaelic|United States|8.3|1100000
    tt0113277|Heat||1995|movie|170|Action, Crime, Drama|Michael Mann|Al Pacino, Robert De Niro, Val Kilmer|English, Spanish|United States|8.3|740000
    tt0113247|La Haine||1995|movie|98|Crime, Drama|Mathieu Kassovitz|Vincent Cassel, Hubert Koundé, Saïd Taghmaoui|French|France|8.1|200000
    tt0114369|Se7en||1995|movie|127|Crime, Drama, Mystery|David Fincher|Morgan Freeman, Brad Pitt, Kevin Spacey|English|United States|8.6|1800000
    tt0114814|The Usual Suspects||1995|movie|106|Crime, Drama, Mystery|Bryan Singer|Kevin Spacey, Gabriel Byrne, Chazz Palminteri|English, Hungarian, Spanish, French|United States, Germany|8.5|1200000
    tt0114709|Toy Story||1995|movie|81|Animation, Adventure, Comedy|John Lasseter|Tom Hanks, Tim Allen, Don Rickles|English|United States|8.3|1100000
    tt0116282|Fargo||1996|movie|98|Crime, Thriller|Joel Coen, Ethan Coen|William H. Macy, Frances McDormand, Steve Buscemi|English|United States, United Kingdom|8.1|740000
    tt0117951|Trainspotting||1996|movie|93|Drama|Danny Boyle|Ewan McGregor, Ewen Bremner, Jonny Lee Miller|English|United Kingdom|8.1|730000
    tt0119217|Good Will Hunting||1997|movie|126|Drama, Romance|Gus Van Sant|Robin Williams, Matt Damon, Ben Affleck|English|United States|8.3|1100000
    tt0118799|Life Is Beautiful|La vita è bella|1997|movie|116|Comedy, Drama, Romance|Roberto Benigni|Roberto Benigni, Nicoletta Braschi, Giorgio Cantarini|Italian, German, English|Italy|8.6|760000
    tt0156887|Perfect Blue|Pâfekuto burû|1997|movie|81|Animation, Crime, Drama|Satoshi Kon|Junko Iwao, Rica Matsumoto, Shinpachi Tsuji|Japanese, English|Japan|8.0|110000
    tt0119698|Princess Mononoke|Mononoke-hime|1997|movie|133|Animation, Adventure, Fantasy|Hayao Miyazaki|Yôji Matsuda, Yuriko Ishida, Yûko Tanaka|Japanese|Japan|8.3|470000
    tt0120338|Titanic||1997|movie|194|Drama, Romance|James Cameron|Leonardo DiCaprio, Kate Winslet, Billy Zane|English, Swedish, Italian, French|United States, Mexico, Australia|7.8|1100000
    tt0120586|American History X||1998|movie|119|Crime, Drama|Tony Kaye|Edward Norton, Edward Furlong, Beverly D'Angelo|English|United States|8.5|1200000
    tt0213338|Cowboy Bebop|Kaubôi bibappu|1998–1999|series|24|Animation, Action, Adventure||Kôichi Yamadera, Unshô Ishizuka, Megumi Hayashibara|Japanese|Japan|8.9|140000
    tt0120735|Lock, Stock and Two Smoking Barrels||1998|movie|107|Comedy, Crime|Guy Ritchie|Jason Flemyng, Dexter Fletcher, Nick Moran|English|United Kingdom, United States|8.1|640000
    tt0130827|Run Lola Run|Lola rennt|1998|movie|80|Action, Crime, Thriller|Tom Tykwer|Franka Potente, Moritz Bleibtreu, Herbert Knaup|German, English, Japanese|Germany|7.6|210000
    tt0120815|Saving Private Ryan||1998|movie|169|Drama, War|Steven Spielberg|Tom Hanks, Matt Damon, Tom Sizemore|English, French, German, Czech|United States|8.6|1500000
    tt0118715|The Big Lebowski||1998|movie|117|Comedy, Crime|Joel Coen, Ethan Coen|Jeff Bridges, John Goodman, Julianne Moore|English, German, Hebrew, Spanish|United States, United Kingdom|8.1|880000
    tt0120382|The Truman Show||1998|movie|103|Comedy, Drama|Peter Weir|Jim Carrey, Ed Harris, Laura Linney|English|United States|8.2|1200000
    tt0169547|American Beauty||1999|movie|122|Drama|Sam Mendes|Kevin Spacey, Annette Bening, Thora Birch|English|United States|8.3|1300000
    tt0137523|Fight Club||1999|movie|139|Crime, Drama, Thriller|David Fincher|Brad Pitt, Edward Norton, Meat Loaf|English|United States, Germany|8.8|2500000
    tt0120915|Star Wars: Episode I - The Phantom Menace||1999|movie|136|Action, Adventure, Fantasy|George Lucas|Ewan McGregor, Liam Neeson, Natalie Portman|English, Sanskrit|United States, United Kingdom|6.5|910000
    tt0185937|The Blair Witch Project||1999|movie|81|Horror, Mystery|Daniel Myrick, Eduardo Sánchez|Heather Donahue, Michael C. Williams, Joshua Leonard|English|United States|6.5|310000
    tt0120689|The Green Mile||1999|movie|189|Crime, Drama, Fantasy|Frank Darabont|Tom Hanks, Michael Clarke Duncan, David Morse|English, French|United States|8.6|1500000
    tt0129167|The Iron Giant||1999|movie|86|Animation, Action, Adventure|Brad Bird|Eli Marienthal, Harry Connick Jr., Jennifer Aniston|English|United States, Czech Republic, United Kingdom|8.1|250000
    tt0133093|The Matrix||1999|movie|136|Action, Sci-Fi|Lana Wachowski, Lilly Wachowski|Keanu Reeves, Laurence Fishburne, Carrie-Anne Moss|English|United States, Australia|8.7|2100000
    tt0120616|The Mummy||1999|movie|124|Action, Adventure, Fantasy|Stephen Sommers|Brendan Fraser, Rachel Weisz, John Hannah|English, Egyptian (Ancient), Arabic, Chinese, Hebrew, Hungarian|United States|7.1|490000
    tt0167404|The Sixth Sense||1999|movie|107|Drama, Mystery, Thriller|M. Night Shyamalan|Bruce Willis, Haley Joel Osment, Toni Collette|English, Latin, Spanish|United States|8.2|1100000
    tt0141842|The Sopranos||1999–2007|series|55|Crime, Drama||James Gandolfini, Lorraine Bracco, Edie Falco|English, Italian|United States|9.2|500000
    tt0120363|Toy Story 2||1999|movie|92|Animation, Adventure, Comedy|John Lasseter, Ash Brannon, Lee Unkrich|Tom Hanks, Tim Allen, Joan Cusack|English|United States|7.9|650000
    """#
}
